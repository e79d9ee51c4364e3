import { afterEach, describe, expect, it, vi } from 'vitest'
import { HINT, mayHaveSession } from '../session-hint.ts'
import { readDraft } from './form/form-draft.ts'
import { localStore, sessionStore } from './page-storage.ts'

const NAMES = ['localStorage', 'sessionStorage'] as const
const full: Partial<Storage> = {
  getItem: () => null,
  setItem() {
    throw new DOMException('full', 'QuotaExceededError')
  },
  removeItem: () => undefined,
  clear: () => undefined,
}

function blocked(): void {
  for (const name of NAMES)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
}
const being = (storage: Partial<Storage> | null) => () => {
  for (const name of NAMES) vi.stubGlobal(name, storage)
}

const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
afterEach(() => {
  vi.unstubAllGlobals()
  localStore.clear()
  sessionStore.clear()
  for (const [name, descriptor] of before)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
})

describe.each([
  ['blocked', blocked],
  ['null', being(null)],
  ['full', being(full)],
] as const)('C3 SHELL-11 storage that is %s', (_name, make) => {
  it('breaks no page, and keeps values as long as the page', () => {
    make()
    expect(mayHaveSession()).toBe(false)
    expect(readDraft('x', { name: '' })).toEqual({ name: '' })
    for (const store of [localStore, sessionStore]) {
      store.setItem('key', 'value')
      expect(store.getItem('key')).toBe('value')
      store.removeItem('key')
      expect(store.getItem('key')).toBeNull()
    }
    localStore.setItem(HINT, '1')
    expect(mayHaveSession()).toBe(true)
    localStore.clear()
    expect(mayHaveSession()).toBe(false)
  })
})
