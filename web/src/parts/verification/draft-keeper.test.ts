import { CallFailed } from '@tunjo/contract/client'
import type { Problem } from '@tunjo/contract/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftKeeper, type Values } from './draft-keeper.ts'

/** Simulated server with one draft; `offline` and `code` make it fail. */
function server(fields: Values = {}) {
  const state = { fields, revision: 3, saves: [] as Values[], offline: false, code: '' }
  return {
    state,
    load: async () => ({ fields: state.fields, revision: state.revision }),
    async save(next: Values, revision: number) {
      if (state.offline) throw new CallFailed(0, null, '')
      const code = state.code || (revision === state.revision ? '' : 'kyc.draft_changed')
      if (code) throw new CallFailed(409, { code, detail: 'no', status: 409 } as Problem, 'no')
      state.saves.push(next)
      Object.assign(state, { fields: next, revision: revision + 1 })
      return state.revision
    },
  }
}
const keeperOf = (store: ReturnType<typeof server>, initial: Values = {}) =>
  createDraftKeeper(store, initial, { fields: store.state.fields, revision: store.state.revision })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('saving', () => {
  it('waits for a pause in typing and sends everything once', async () => {
    const store = server()
    const keeper = keeperOf(store)
    keeper.change({ name: 'A' })
    await vi.advanceTimersByTimeAsync(700)
    keeper.change({ name: 'Ana' })
    expect(keeper.state().saving).toBe('saving')
    await vi.advanceTimersByTimeAsync(700)
    expect(store.state.saves).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(store.state.saves).toEqual([{ name: 'Ana' }])
    expect(keeper.state().saving).toBe('saved')
  })

  it('saves immediately when the person leaves', async () => {
    const store = server()
    const keeper = keeperOf(store)
    keeper.change({ name: 'Ana' })
    await keeper.flush()
    expect(store.state.saves).toEqual([{ name: 'Ana' }])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.state.saves).toHaveLength(1)
  })

  it('keeps values typed while it saves', async () => {
    const store = server()
    const keeper = keeperOf(store)
    keeper.change({ name: 'Ana' })
    const saving = keeper.flush()
    keeper.change({ name: 'Ana María' })
    await saving
    expect(store.state.fields).toEqual({ name: 'Ana María' })
  })

  it('retries without a connection', async () => {
    const store = server()
    const keeper = keeperOf(store)
    store.state.offline = true
    keeper.change({ name: 'Ana' })
    await vi.advanceTimersByTimeAsync(800)
    expect(keeper.state()).toMatchObject({ saving: 'offline', values: { name: 'Ana' } })
    store.state.offline = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(keeper.state().saving).toBe('saved')
    expect(store.state.fields).toEqual({ name: 'Ana' })
  })

  it('stops at a refusal and shows it', async () => {
    const store = server()
    const keeper = keeperOf(store)
    store.state.code = 'kyc.form_sent'
    keeper.change({ name: 'Ana' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(keeper.state().saving).toBe('refused')
    expect(store.state.saves).toEqual([])
  })
})

describe('another device', () => {
  it('merges its changes and keeps the values typed here', async () => {
    const store = server({ name: 'Ana', city: 'Cali' })
    const keeper = keeperOf(store)
    Object.assign(store.state, { fields: { name: 'Ana', city: 'Tunja' }, revision: 4 })
    keeper.change({ name: 'Ana María' })
    await keeper.flush()
    expect(keeper.state()).toMatchObject({ values: { name: 'Ana María', city: 'Tunja' }, wasChangedElsewhere: true, saving: 'saved' })
    expect(store.state).toMatchObject({ fields: { name: 'Ana María', city: 'Tunja' }, revision: 5 })
  })

  it('shows its changes, but never an older revision', () => {
    const keeper = keeperOf(server({ name: 'Ana' }))
    keeper.receive({ fields: { name: 'Eva' }, revision: 4 })
    keeper.receive({ fields: { name: 'old' }, revision: 2 })
    expect(keeper.state().values).toEqual({ name: 'Eva' })
  })
})

describe('preselected values', () => {
  it('have to be checked until the person chose or saw them', () => {
    const keeper = keeperOf(server({ city: 5 }), { type: 7, city: 1 })
    expect(keeper.state().values).toEqual({ type: 7, city: 5 })
    expect([keeper.isTouched('type'), keeper.isTouched('city')]).toEqual([false, true])
    keeper.touch('type')
    expect(keeper.isTouched('type')).toBe(true)
  })
})
