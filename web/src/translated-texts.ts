/**
 * Keep the page working while a browser translates it. A translator removes each text node and puts a <font> element in its place; React
 * keeps the removed node, so that figures are no longer updated and `removeChild` or `insertBefore` throw (React issue 11538). Here
 * a removed text that is updated is put back first, with its new content; the translator then translates it again.
 */
const standIns = new WeakMap<Node, ChildNode>()
const inUse = new WeakSet<Node>()

const observer = new MutationObserver(note)

/** Links a removed text to its <font>, which the translator inserts next to it or in its place, in any order. */
function note(changes: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT' && !inUse.has(node))
      if (!standIn) continue
      standIns.set(text, standIn as ChildNode)
      inUse.add(standIn)
    }
  }
}

/** Put a text back in place of its <font>. */
function bringBack(node: Node): void {
  if (node.parentNode || !(node instanceof Text)) return
  note(observer.takeRecords())
  const standIn = standIns.get(node)
  standIns.delete(node)
  standIn?.replaceWith(node)
}

/** The child of `parent` that contains `node`: a translator also moves elements into its own. */
function childWith(parent: Node, node: Node | null): Node | null {
  if (node) bringBack(node)
  let child = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

export function supportPageTranslation(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    // A child that is not in this tree was removed already.
    if (childWith(this, child) && child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    bringBack(child)
    insertBefore.call(this, child, childWith(this, before))
    return child
  }
  Node.prototype.appendChild = function <T extends Node>(child: T): T {
    bringBack(child)
    appendChild.call(this, child)
    return child
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      bringBack(this)
      nodeValue?.set?.call(this, value)
    },
  })
  observer.observe(document, { childList: true, subtree: true })
}
