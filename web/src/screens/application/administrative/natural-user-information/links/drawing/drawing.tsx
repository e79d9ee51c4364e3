/**
 * Link graph of a person. By keyboard: Tab or the arrows move from node to node, Enter opens, + and - zoom, Escape leaves. Without
 * animation, so there is no motion to reduce. The list next to it is its text alternative.
 */
import '@xyflow/react/dist/base.css'
import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { ReactFlow, type ReactFlowInstance, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Graph } from '../shared-groups.ts'
import classes from './drawing.module.css'
import { edgesOf, nodesOf } from './elements.ts'
import { isArrow, layoutOf, NODE, nodeBeside, type Place, sizeOf, startOf } from './layout.ts'
import { NODE_TYPES, type PersonNode, type ThingNode } from './nodes.tsx'

const ZOOM = { minimum: 0.2, maximum: 1.5 } as const
const FIT = { padding: 0.08, maxZoom: 1 }
const NO_ATTRIBUTION = { hideAttribution: true }

export function Drawing({ graph }: { graph: Graph }) {
  // A new graph is a new drawing that starts with the whole in view.
  const key = graph.things.map(({ id }) => id).join(' ')
  return (
    <ReactFlowProvider key={key}>
      <Canvas graph={graph} />
    </ReactFlowProvider>
  )
}

function Canvas({ graph }: { graph: Graph }) {
  const { t } = useTranslation('links')
  const [described, keys] = [useId(), useId()]
  const [chosen, setChosen] = useState<string | null>(null)
  const places = useMemo(() => layoutOf(graph), [graph])
  const nodes = useMemo(() => nodesOf(graph, { places, chosen, onChoose: setChosen }), [graph, places, chosen])
  const edges = useMemo(() => edgesOf(graph, { places, chosen }), [graph, places, chosen])
  const { surface, onKeyDown, onFocus } = useKeys(places)
  return (
    <figure className={classes.figure} ref={surface}>
      <div className={classes.surface} data-size={sizeOf(places)}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          aria-label={t('drawing.label')}
          aria-describedby={`${described} ${keys}`}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onInit={(flow) => begin(flow, places, surface.current)}
          minZoom={ZOOM.minimum}
          maxZoom={ZOOM.maximum}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          // The wheel scrolls the page.
          zoomOnScroll={false}
          preventScrolling={false}
          zoomOnDoubleClick={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          proOptions={NO_ATTRIBUTION}
        />
        <Zoom />
      </div>
      <figcaption className={classes.caption}>
        <span id={described}>
          {t('drawing.alternative', {
            people: t('drawing.people', { count: graph.people.length }),
            things: t('drawing.items', { count: graph.things.length }),
          })}
        </span>{' '}
        <span id={keys}>{t('drawing.keys')}</span>
      </figcaption>
    </figure>
  )
}

function begin(flow: ReactFlowInstance<PersonNode | ThingNode>, places: ReadonlyMap<string, Place>, figure: HTMLElement | null): void {
  const surface = figure?.firstElementChild
  const start = surface ? startOf(places, { width: surface.clientWidth, height: surface.clientHeight }) : null
  void (start ? flow.setViewport(start) : flow.fitView(FIT))
}

function Zoom() {
  const { t } = useTranslation('links')
  const flow = useReactFlow()
  const buttons = [
    { name: 'zoomIn', Icon: IconPlus, act: () => void flow.zoomIn() },
    { name: 'zoomOut', Icon: IconMinus, act: () => void flow.zoomOut() },
    { name: 'fit', Icon: IconFocusCentered, act: () => void flow.fitView(FIT) },
  ] as const
  return (
    <div className={classes.zoom}>
      {buttons.map(({ name, Icon, act }) => (
        <ActionIcon key={name} variant="default" size="lg" aria-label={t(`drawing.${name}`)} onClick={act}>
          <Icon size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}

function useKeys(places: ReadonlyMap<string, Place>) {
  const flow = useReactFlow()
  const surface = useRef<HTMLElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Escape') leave(surface.current)
    else if (key === '+' || key === '=') void flow.zoomIn()
    else if (key === '-') void flow.zoomOut()
    else if (isArrow(key)) {
      const from = document.activeElement?.getAttribute('data-node')
      const next = from ? nodeBeside(places, from, key) : places.keys().next().value
      if (next) surface.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus({ preventScroll: true })
    } else return
    event.preventDefault()
  }

  /** Centre a node focused by keyboard; a clicked node is in view already. */
  function onFocus({ target }: { target: Element }): void {
    const place = places.get(target.getAttribute('data-node') ?? '')
    if (place && target.matches(':focus-visible'))
      void flow.setCenter(place.x + NODE.width / 2, place.y + NODE.height / 2, { zoom: flow.getZoom() })
  }

  return { surface, onKeyDown, onFocus }
}

/** Move the focus to the button that opened the drawing: Tab continues from there. */
function leave(figure: HTMLElement | null): void {
  const before = figure?.previousElementSibling
  if (before instanceof HTMLElement) before.focus()
}
