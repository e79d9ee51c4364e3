/** Steps of state machines in use cases that run in groups: the row with its state is the use case's, the history of each step is written here. */
import { newId } from '../database/ids.ts'
import { inserted, type Kind, type Work } from '../unit-of-work/index.ts'
import { legality, type StateMachine } from './machine.ts'
import { type Actor, IllegalTransition } from './move.ts'

interface Step<S extends string> {
  readonly subject: string
  /** Null when it begins. */
  readonly from: S | null
  readonly to: S
  readonly at: Date
  readonly actor: Actor
  readonly note?: string | null
}
type HistoryRow = Step<string> & { readonly machine: string }

/** The history of the machines of one schema. */
export const historyOfSchema = (schema: string): Kind<HistoryRow> =>
  inserted<HistoryRow>(`${schema}.state_history`, [
    ['id', 'uuid', () => newId()],
    ['machine', 'text', ({ machine }) => machine],
    ['subject_id', 'text', ({ subject }) => subject],
    ['from_state', 'text', ({ from }) => from],
    ['to_state', 'text', ({ to }) => to],
    ['at', 'timestamptz', ({ at }) => at],
    ['actor', 'text', ({ actor }) => actor.kind],
    ['actor_id', 'uuid', ({ actor }) => actor.id],
    ['note', 'text', ({ note }) => note ?? null],
  ])

/** @throws IllegalTransition, which is a bug */
export function stepIn<S extends string>(work: Work, history: Kind<HistoryRow>, machine: StateMachine<S>, step: Step<NoInfer<S>>): void {
  const { subject, from, to, actor } = step
  const isLegal = from === null ? to === machine.initial : legality(machine, from, to, actor.kind) === 'legal'
  if (!isLegal) throw new IllegalTransition(machine.name, subject, from ?? 'nothing', to, actor.kind)
  work.add(history, { ...step, machine: machine.name })
}
