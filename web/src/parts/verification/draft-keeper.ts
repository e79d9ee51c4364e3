/**
 * Autosave of a form draft on the server: shortly after the last key, on leaving, and when the connection returns.
 * Changes of another device are merged; only values typed here and not saved yet override them.
 */
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { hasCode } from '../../api/error-text.ts'
import { isCallFailed } from '../../api/failure.ts'

export type Values = Record<string, unknown>
/** `untouched`: no value was ever typed, so none was saved. */
export type Saving = 'untouched' | 'saved' | 'saving' | 'offline' | 'refused'

export interface DraftState {
  values: Values
  saving: Saving
  /** Another device changed the form while it was open here; the latest values are shown. */
  wasChangedElsewhere: boolean
  /** The server's error for `refused`. */
  refusal: unknown
}

export interface DraftStore {
  load(): Promise<Pick<Draft, 'fields' | 'revision'>>
  /** Returns the new revision. */
  save(fields: Values, revision: number): Promise<number>
}

const SAVE_AFTER_MS = 800
const RETRY_AFTER_MS = 5_000

export type DraftKeeper = ReturnType<typeof createDraftKeeper>

/** `initial` has the preselected values. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is typed, saved and under way is one state; its moves only make sense beside each other
export function createDraftKeeper(store: DraftStore, initial: Values, first: Pick<Draft, 'fields' | 'revision'>) {
  let saved = first
  /** Typed values whose saving is not confirmed. */
  let pending: Values = {}
  const shown = observable<DraftState>({
    values: { ...initial, ...first.fields },
    saving: first.revision > 0 ? 'saved' : 'untouched',
    wasChangedElsewhere: false,
    refusal: null,
  })
  const { show } = shown
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  const touched = new Set<string>()
  const isPending = () => Object.keys(pending).length > 0
  const merged = () => ({ ...initial, ...saved.fields, ...pending })

  function change(values: Values): void {
    pending = { ...pending, ...values }
    for (const name of Object.keys(values)) touched.add(name)
    show({ values: merged(), saving: 'saving', wasChangedElsewhere: false, refusal: null })
    wait(SAVE_AFTER_MS)
  }
  function wait(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  /** Save all unsaved values now; ends when there are none left or saving is not possible now. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = null
    })
    await running
  }
  async function run(): Promise<void> {
    while (isPending()) {
      const sent = pending
      const fields = merged()
      show({ saving: 'saving' })
      try {
        const revision = await store.save(fields, saved.revision)
        saved = { fields, revision }
        for (const [name, value] of Object.entries(sent)) if (pending[name] === value) delete pending[name]
      } catch (error) {
        if (!hasCode(error, 'kyc.draft_changed') || !(await takeOver())) return stop(error)
      }
    }
    if (shown.state().saving !== 'untouched') show({ saving: 'saved', refusal: null })
  }
  function stop(error: unknown): void {
    const mayRecover = !isCallFailed(error) || error.status === 0 || error.status >= 500
    show({ saving: mayRecover ? 'offline' : 'refused', refusal: mayRecover ? null : error })
    if (mayRecover) wait(RETRY_AFTER_MS)
  }
  /** False when the latest draft could not be loaded. */
  async function takeOver(): Promise<boolean> {
    const latest = await store.load().catch(() => null)
    if (!latest) return false
    saved = latest
    show({ values: merged(), wasChangedElsewhere: true })
    return true
  }

  return {
    state: shown.state,
    /** True when the person chose the value of a field, here or before; until then it may be the preselected one. */
    isTouched: (name: string) => touched.has(name) || (name in saved.fields && saved.fields[name] !== initial[name]),
    /** Mark a preselected value as seen. */
    touch(name: string): void {
      if (touched.has(name)) return
      touched.add(name)
      show({})
    },
    subscribe: shown.subscribe,
    change,
    flush,
    /** Merge the server's latest draft, for example after another device saved. */
    receive(latest: Pick<Draft, 'fields' | 'revision'>): void {
      if (latest.revision <= saved.revision || running) return
      saved = latest
      show({ values: merged() })
    },
  }
}

/** Observable value with its subscribers. */
function observable<State extends object>(first: State) {
  let state = first
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    show(change: Partial<State>): void {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
