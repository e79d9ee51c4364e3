/** Graph layout: a tidy tree from left to right, from the subject over the shared items to other people. */
import { hierarchy, tree } from 'd3-hierarchy'
import { type Graph, predecessorsIn } from '../shared-groups.ts'

export interface Place {
  readonly x: number
  readonly y: number
}
export const NODE = { width: 208, height: 54 } as const
const GAP = { column: 84, row: 14 } as const

/** Corner of each node. A node reached in two ways is placed after the first; the other is an edge. */
export function layoutOf(graph: Graph): Map<string, Place> {
  const children = new Map<string, string[]>()
  const reached = predecessorsIn(graph)
  for (const [id, before] of reached) if (before !== null) children.set(before, [...(children.get(before) ?? []), id])
  const [start] = reached.keys()
  if (start === undefined) return new Map()
  const root = hierarchy<string>(start, (id) => children.get(id))
  const placed = tree<string>().nodeSize([NODE.height + GAP.row, NODE.width + GAP.column])(root)
  return new Map(placed.descendants().map(({ data, x, y }) => [data, { x: Math.round(y), y: Math.round(x) }]))
}

/** Extent of all nodes; the first is at 0, 0. */
function extentOf(places: ReadonlyMap<string, Place>): { width: number; height: number } {
  const [columns, rows] = [[...places.values()].map(({ x }) => x), [...places.values()].map(({ y }) => y)]
  return { width: Math.max(0, ...columns) + NODE.width, height: Math.max(0, ...rows) - Math.min(0, ...rows) + NODE.height }
}

const ROWS = { small: 3, medium: 5 } as const

/** Size of the drawing: with few rows the list stays in view. */
export function sizeOf(places: ReadonlyMap<string, Place>): 'small' | 'medium' | 'large' {
  const rows = extentOf(places).height / (NODE.height + GAP.row)
  return rows <= ROWS.small ? 'small' : rows <= ROWS.medium ? 'medium' : 'large'
}

const START = { zoomMin: 0.5, zoom: 0.7, margin: 16 } as const

/** Initial position when the whole would be too small to read: the first node. Null: the whole fits. */
export function startOf(places: ReadonlyMap<string, Place>, room: { readonly width: number; readonly height: number }) {
  const { width, height } = extentOf(places)
  if (Math.min(room.width / width, room.height / height) >= START.zoomMin) return null
  return { x: START.margin, y: (room.height - START.zoom * NODE.height) / 2, zoom: START.zoom }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
export type Arrow = keyof typeof ARROWS
export const isArrow = (key: string): key is Arrow => Object.hasOwn(ARROWS, key)

/** The nearest node in the direction of an arrow key; a sideways offset counts as farther. Null at the border. */
export function nodeBeside(places: ReadonlyMap<string, Place>, from: string, arrow: Arrow): string | null {
  const start = places.get(from)
  if (!start) return null
  const [right, down] = ARROWS[arrow]
  const ahead = [...places].flatMap(([id, { x, y }]) => {
    const forward = (x - start.x) * right + (y - start.y) * down
    const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right)
    // Up and down stay in their column.
    const isAhead = forward > 0 && (right !== 0 || aside === 0)
    return isAhead ? [{ id, distance: forward + 2 * aside }] : []
  })
  return ahead.sort((one, other) => one.distance - other.distance)[0]?.id ?? null
}
