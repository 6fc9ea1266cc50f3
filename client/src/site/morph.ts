/**
 * Brings an element's content to what was pushed and leaves alone what is the same already: who reads keeps his place,
 * his zoom, the phase that he opened and the field that has the focus.
 */
const KEPT_ATTRIBUTES = new Set(["open", "checked", "hidden"]);
/** What the reader or a script set is his: `data-keep` names further attributes. */

export function morph(element: Element, html: string): void {
  const next = document.createElement("template");
  next.innerHTML = html;
  morphChildren(element, next.content);
}

function morphChildren(current: Node, next: Node): void {
  const before = [...current.childNodes];
  const after = [...next.childNodes];
  after.forEach((node, index) => {
    const old = before[index];
    if (old === undefined) current.appendChild(node);
    else if (isSameKind(old, node)) morphNode(old, node);
    else current.replaceChild(node, old);
  });
  for (const extra of before.slice(after.length)) extra.remove();
}

function isSameKind(one: Node, two: Node): boolean {
  return one.nodeType === two.nodeType && one.nodeName === two.nodeName && keyOf(one) === keyOf(two);
}

/** Things with a name of their own are never turned into another thing. */
function keyOf(node: Node): string {
  return node instanceof Element ? `${node.id}|${node.getAttribute("data-slide") ?? ""}` : "";
}

function morphNode(current: Node, next: Node): void {
  if (!(current instanceof Element) || !(next instanceof Element)) {
    if (current.nodeValue !== next.nodeValue) current.nodeValue = next.nodeValue;
    return;
  }
  if (current.isEqualNode(next)) return;
  morphAttributes(current, next);
  morphChildren(current, next);
}

function morphAttributes(current: Element, next: Element): void {
  const kept = new Set([...KEPT_ATTRIBUTES, ...(current.getAttribute("data-keep") ?? "").split(" ")]);
  for (const { name } of [...current.attributes]) {
    if (!next.hasAttribute(name) && !kept.has(name) && name !== "data-keep") current.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (!kept.has(name) && current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}
