/**
 * Web storage that may be missing: blocked by the browser's settings, null in some WebViews, or full. Values it cannot store are kept in
 * memory as long as the page, so that the application works without it.
 */
type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

export const localStore = storageOr(() => localStorage)
export const sessionStore = storageOr(() => sessionStorage)

function storageOr(find: () => Storage): PageStorage {
  const kept = new Map<string, string>()
  /** Undefined when there is no storage, or it refuses. */
  const reach = <V>(use: (storage: Storage) => V): V | undefined => {
    try {
      return use(find())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => kept.get(key) ?? reach((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
      reach((storage) => {
        storage.setItem(key, value)
        kept.delete(key)
      })
    },
    removeItem: (key) => {
      kept.delete(key)
      reach((storage) => storage.removeItem(key))
    },
    clear: () => {
      kept.clear()
      reach((storage) => storage.clear())
    },
  }
}
