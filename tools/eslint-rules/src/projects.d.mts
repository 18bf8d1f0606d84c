export interface Project {
  name: string;
  folder: string;
  types: string[];
  scopes: string[];
  type: string;
  scope: string;
  layer?: number;
}
export function readProjects(root: string): Project[];
