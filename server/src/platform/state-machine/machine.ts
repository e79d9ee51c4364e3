/** State machine: what states a thing has, which transitions are legal and who may make them, as data. */

/** Who makes a transition: a person, an officer, an outside provider, the blockchain, or a job of ours. */
export const ACTOR_KINDS = ['customer', 'officer', 'provider', 'chain', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Transition<S extends string> {
  readonly from: readonly S[]
  readonly to: S
  /** What happened, for the diagram. */
  readonly on: string
  readonly by: readonly ActorKind[]
  /** Leaves a final state: what was over is put right by what was heard later. */
  readonly corrects?: true
}

export interface StateMachine<S extends string> {
  /** `module.thing`: the schema of its history, and its name there. */
  readonly name: `${string}.${string}`
  readonly title: string
  readonly states: readonly S[]
  readonly initial: S
  /** Nothing more is awaited in these. */
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

/** `already`: it is there, so a repeat changes nothing. `not_theirs`: legal, but not for this kind of actor. */
export type Legality = 'legal' | 'already' | 'illegal' | 'not_theirs'

export function legality<S extends string>(machine: StateMachine<S>, from: S, to: NoInfer<S>, by: ActorKind): Legality {
  if (from === to) return 'already'
  const transition = machine.transitions.find((one) => one.to === to && one.from.includes(from))
  if (!transition) return 'illegal'
  return transition.by.includes(by) ? 'legal' : 'not_theirs'
}

export const mayMove = <S extends string>(machine: StateMachine<S>, from: string, to: NoInfer<S>): boolean =>
  machine.transitions.some((one) => one.to === to && one.from.some((state) => state === from))

/** States that mean the same to somebody, named beside their machine. */
export const statesOf = <S extends string>(_machine: StateMachine<S>, ...states: readonly NoInfer<S>[]): ReadonlySet<string> =>
  new Set(states)

export const isFinal = <S extends string>(machine: StateMachine<S>, state: NoInfer<S>): boolean => machine.final.includes(state)
