/**
 * Keep the page alive while a browser translates it. A translator takes each text node out and puts a <font> element in its place; React
 * goes on with the node that it made, so that figures stand still and `removeChild` or `insertBefore` throw (React issue 11538). Here
 * a text that is touched while it is out comes back first, with what it should say now; the translator then translates it again.
 */
const standIns = new WeakMap<Node, ChildNode>()
const inUse = new WeakSet<Node>()

const observer = new MutationObserver(note)

/** Whatever the order in which a translator does it, the <font> comes next to the text or in its place. */
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

/** Puts a text back where its <font> stands. */
function bringBack(node: Node): void {
  if (node.parentNode || !(node instanceof Text)) return
  note(observer.takeRecords())
  const standIn = standIns.get(node)
  standIns.delete(node)
  standIn?.replaceWith(node)
}

/** The child of `parent` that holds `node`: a translator also moves elements into its own. */
function childWith(parent: Node, node: Node | null): Node | null {
  if (node) bringBack(node)
  let child = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

export function surviveTranslators(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    // One that is nowhere in here has gone already.
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
