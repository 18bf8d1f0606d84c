// Scalar makes two kinds of style elements while it runs: of its theme, and of its editor. They get
// the nonce of the page; markup in a text of the document does not.
const { content: nonce } = document.querySelector('meta[property="csp-nonce"]');
const create = document.createElement.bind(document);
document.createElement = (name, options) => {
  const element = create(name, options);
  if (name === 'style') element.nonce = nonce;
  return element;
};
