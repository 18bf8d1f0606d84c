export default function WatchPage() {
  return null;
}
