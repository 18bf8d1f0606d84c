import { type ComponentChild, Fragment, h, options, render, type VNode } from 'preact';

/** Shows a page. Only here: each text that changes afterwards is replaced with its element. */
export function showPage(page: ComponentChild, root: Element): void {
  render(page, root);
}

/** Nothing but text can stand in it, so it is replaced as a whole. */
const TEXT_ONLY = 'option';

/** A number with its currency and separators, or a word that contains a digit. */
const NUMBER =
  /((?:[A-Z]{3}[ \u00a0\u202f]|[A-Za-z]*\p{Sc}[\u00a0\u202f]?|[A-Za-z]*)\p{Nd}[A-Za-z\p{Nd}]*(?:[.,:/’'٫٬\u00a0\u202f -]\p{Nd}+)*(?:[\u00a0\u202f]?\p{Sc}|[ \u00a0\u202f][A-Z]{3}\b)?)/u;

/** Written as the attribute `translate="no"`. */
const UNTRANSLATED = { translate: false };

type Children = VNode['props']['children'];

/**
 * A browser that translates a page puts its own elements where text nodes were. Preact would go on
 * writing into the removed nodes. Therefore each text has an element of its own, with the text as key.
 */
options.vnode = (vnode: VNode) => {
  const { type, props } = vnode;
  if (type === TEXT_ONLY) vnode.key = `${vnode.key ?? ''} ${String(props.children)}`;
  else if (typeof type === 'string' || type === Fragment)
    props.children = replaceable(props.children);
};

/** Neighbouring texts share an element; the others keep their places. */
function replaceable(children: Children): Children {
  if (!Array.isArray(children)) return isText(children) ? inElement(String(children)) : children;
  const placed: ComponentChild[] = [];
  let text = '';
  children.forEach((child: ComponentChild, index) => {
    const next: ComponentChild = children[index + 1];
    if (!isText(child)) return void placed.push(child);
    text += String(child);
    placed.push(isText(next) ? null : inElement(text));
    if (!isText(next)) text = '';
  });
  return placed;
}

function isText(child: Children): child is string | number | bigint {
  return typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
}

function inElement(text: string): VNode | null {
  if (text === '') return null;
  const parts = text.split(NUMBER);
  if (parts.length === 3 && parts.join('') === parts[1]) return span(text, UNTRANSLATED);
  if (parts.length === 1) return span(text);
  const pieces = parts.map((part, index) => (index % 2 ? span(part, UNTRANSLATED) : part || null));
  return span(text, {}, pieces);
}

/** Its children are given to it after the hook has seen it. */
function span(text: string, attributes: object = {}, children: Children = text): VNode {
  const element: VNode = h('span', attributes);
  element.key = text;
  element.props.children = children;
  return element;
}
