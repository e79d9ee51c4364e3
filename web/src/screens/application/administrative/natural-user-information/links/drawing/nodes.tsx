/** Nodes of the drawing: a person is a link to their page, a shared item is a button that highlights its people. */

import {
  IconBuilding,
  IconBuildingBank,
  IconDeviceMobile,
  IconFile,
  IconId,
  IconMapPin,
  IconRouter,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LinkedPerson, LinkKind, SharedThing } from '@tunjo/contract/person-links'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { useTranslation } from 'react-i18next'
import { personPage } from '../../../../../../parts/person-page.ts'
import { marksOf, toneOf } from '../shared-groups.ts'
import { useLinkWords } from '../use-link-words.ts'
import classes from './drawing.module.css'

/** Dimmed: another node is selected. */
export type PersonNode = Node<{ person: LinkedPerson; isDim: boolean }, 'person'>
export type ThingNode = Node<{ thing: SharedThing; isDim: boolean; isChosen: boolean; onChoose: () => void }, 'thing'>

const ICONS: Readonly<Record<LinkKind, TablerIcon>> = {
  document: IconId,
  file: IconFile,
  device: IconDeviceMobile,
  bank_account: IconBuildingBank,
  wallet: IconWallet,
  address: IconMapPin,
  network: IconRouter,
}

function PersonOfDrawing({ id, data: { person, isDim } }: NodeProps<PersonNode>) {
  const { t } = useTranslation('links')
  const { nameOf, markOf } = useLinkWords()
  const isSelf = person.depth === 0
  const Icon = person.type === 'legal' ? IconBuilding : IconUser
  const marks = marksOf(person).map(markOf).join(' · ')
  const kind = t(isSelf ? 'self' : person.type === 'legal' ? 'company' : 'person')
  return (
    <>
      <Ends />
      <Link
        to={personPage(person.id)}
        className={`${classes.node} nopan`}
        data-node={id}
        data-tone={toneOf(person)}
        data-self={isSelf || undefined}
        data-dim={isDim || undefined}
      >
        <Icon size={20} stroke={1.5} aria-hidden />
        <span className={classes.words}>
          <span className={classes.name}>{nameOf(person)}</span>
          <span className={classes.detail}>{marks || kind}</span>
        </span>
      </Link>
    </>
  )
}

function ThingOfDrawing({ id, data: { thing, isChosen, isDim, onChoose } }: NodeProps<ThingNode>) {
  const { t } = useTranslation('links')
  const { labelOf, accountsOf } = useLinkWords()
  const Icon = ICONS[thing.kind]
  const kind = t(`kinds.${thing.kind}`)
  return (
    <>
      <Ends />
      <button
        type="button"
        className={`${classes.node} ${classes.thing} nopan`}
        data-node={id}
        data-dim={isDim || undefined}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <Icon size={20} stroke={1.5} aria-hidden />
        <span className={classes.words}>
          <span className={classes.name}>{labelOf(thing)}</span>
          <span className={classes.detail}>{thing.isHub ? `${accountsOf(thing)} · ${kind}` : kind}</span>
        </span>
      </button>
    </>
  )
}

const Ends = () => (
  <>
    <Handle type="target" position={Position.Left} isConnectable={false} className={classes.end} />
    <Handle type="source" position={Position.Right} isConnectable={false} className={classes.end} />
  </>
)

/** Stable identity across renders. */
export const NODE_TYPES = { person: PersonOfDrawing, thing: ThingOfDrawing }
