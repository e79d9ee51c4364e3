/** Properties of every state machine. */
import { describe, expect, it } from 'vitest'
import type { StateMachine } from '../platform/state-machine/machine.ts'
import { stateMachines } from './state-machines.ts'

const machines = await stateMachines()

function reachable({ initial, transitions }: StateMachine<string>): Set<string> {
  const found = new Set([initial])
  // Iterating a Set includes elements added meanwhile.
  for (const state of found) for (const { from, to } of transitions) if (from.includes(state)) found.add(to)
  return found
}

describe.each(machines.map((machine) => [machine.name, machine] as const))('%s', (_name, machine) => {
  const { states, initial, final, transitions } = machine
  const pairs = transitions.flatMap(({ from, to }) => from.map((one) => `${one} → ${to}`))

  it('every state is reached from the first one', () => {
    expect([...reachable(machine)].sort()).toEqual([...states].sort())
  })
  it('every state that is not final has an exit, and reaches a final one', () => {
    const stuck = states.filter(
      (state) => !final.includes(state) && !final.some((end) => reachable({ ...machine, initial: state }).has(end)),
    )
    expect(stuck).toEqual([])
  })
  it('only a correction leaves a final state', () => {
    expect(transitions.filter(({ from, corrects }) => from.some((state) => final.includes(state)) !== (corrects === true))).toEqual([])
  })
  it('names its states once, each transition once, and its actors', () => {
    expect(new Set(states).size).toBe(states.length)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(transitions.filter(({ from, to, by }) => by.length === 0 || from.length === 0 || from.includes(to))).toEqual([])
    expect([initial, ...final].filter((state) => !states.includes(state))).toEqual([])
  })
})

it('has a unique name', () => {
  expect(new Set(machines.map(({ name }) => name)).size).toBe(machines.length)
})
