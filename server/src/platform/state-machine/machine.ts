/** State machine as data: the states of a thing, the legal transitions and the actors who may make them. */

/** Actor of a transition: a customer, an officer, an outside provider, the blockchain, or a job of the product. */
export const ACTOR_KINDS = ['customer', 'officer', 'provider', 'chain', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Transition<S extends string> {
  readonly from: readonly S[]
  readonly to: S
  /** Event of the transition, for the diagram. */
  readonly on: string
  readonly by: readonly ActorKind[]
  /** Leaves a final state: a later event corrects an outcome. */
  readonly corrects?: true
}

export interface StateMachine<S extends string> {
  /** `module.thing`: the schema of its history, and its name there. */
  readonly name: `${string}.${string}`
  readonly title: string
  readonly states: readonly S[]
  readonly initial: S
  /** States that need no further event. */
  readonly final: readonly S[]
  readonly transitions: readonly Transition<S>[]
}

/** Infers the states from `states` alone, so that a misspelt one in a transition does not compile. */
export const stateMachine = <S extends string>(
  machine: Omit<StateMachine<S>, 'initial' | 'final' | 'transitions'> & {
    readonly initial: NoInfer<S>
    readonly final: readonly NoInfer<S>[]
    readonly transitions: readonly Transition<NoInfer<S>>[]
  },
): StateMachine<S> => machine

/** `already`: it has this state, so a repeat changes nothing. `not_theirs`: legal, but not for this kind of actor. */
export type Legality = 'legal' | 'already' | 'illegal' | 'not_theirs'

export function legality<S extends string>(machine: StateMachine<S>, from: S, to: NoInfer<S>, by: ActorKind): Legality {
  if (from === to) return 'already'
  const transition = machine.transitions.find((one) => one.to === to && one.from.includes(from))
  if (!transition) return 'illegal'
  return transition.by.includes(by) ? 'legal' : 'not_theirs'
}

export const mayMove = <S extends string>(machine: StateMachine<S>, from: string, to: NoInfer<S>): boolean =>
  machine.transitions.some((one) => one.to === to && one.from.some((state) => state === from))

/** Group of states that are equivalent for a reader, named next to their machine. */
export const statesOf = <S extends string>(_machine: StateMachine<S>, ...states: readonly NoInfer<S>[]): ReadonlySet<string> =>
  new Set(states)

export const isFinal = <S extends string>(machine: StateMachine<S>, state: NoInfer<S>): boolean => machine.final.includes(state)
