/** Nodes and edges of the drawing, from the graph and the current selection. */
import type { Edge } from '@xyflow/react'
import type { Graph } from '../shared-groups.ts'
import { NODE, type Place } from './layout.ts'
import type { PersonNode, ThingNode } from './nodes.tsx'

interface Looked {
  readonly places: ReadonlyMap<string, Place>
  /** Id of the selected node: connected people stay highlighted. */
  readonly chosen: string | null
}
/** Without a role: the content is a link or a button. */
const PLAIN = { 'aria-roledescription': undefined }
const UNHEARD = { 'aria-hidden': true, 'aria-roledescription': undefined, role: 'presentation' } as const

export function nodesOf(
  { people, things, links }: Graph,
  { places, chosen, onChoose }: Looked & { readonly onChoose: (id: string | null) => void },
): (PersonNode | ThingNode)[] {
  const owners = new Set(links.filter(({ thingId }) => thingId === chosen).map(({ personId }) => personId))
  const common = (id: string) => ({ id, position: places.get(id) ?? { x: 0, y: 0 }, ...NODE, domAttributes: PLAIN })
  return [
    ...people.map(
      (person): PersonNode => ({
        ...common(person.id),
        type: 'person',
        data: { person, isDim: chosen !== null && !owners.has(person.id) },
      }),
    ),
    ...things.map((thing): ThingNode => {
      const isChosen = thing.id === chosen
      const onPress = () => onChoose(isChosen ? null : thing.id)
      return { ...common(thing.id), type: 'thing', data: { thing, isChosen, isDim: chosen !== null && !isChosen, onChoose: onPress } }
    }),
  ]
}

/** One edge between a person and a shared item, for any number of relations; from left to right. */
export function edgesOf({ links }: Graph, { places, chosen }: Looked): Edge[] {
  const pairs = new Map(links.map(({ personId, thingId }) => [`${personId} ${thingId}`, [personId, thingId] as const]))
  const columnOf = (id: string) => places.get(id)?.x ?? 0
  return [...pairs].map(([id, [personId, thingId]]) => {
    const [source, target] = columnOf(personId) < columnOf(thingId) ? [personId, thingId] : [thingId, personId]
    const tone = chosen === null ? '' : thingId === chosen ? 'chosen' : 'dim'
    return { id, source, target, className: tone, focusable: false, domAttributes: UNHEARD }
  })
}
