/**
 * Web storage that may be missing: blocked by the browser's settings, null in some WebViews, or full. What it cannot keep lives as long as
 * the page, so that the application works without it.
 */
type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

export const localStore = storageOr(() => localStorage)
export const sessionStore = storageOr(() => sessionStorage)

function storageOr(find: () => Storage | null): PageStorage {
  const kept = new Map<string, string>()
  const reach = <V>(use: (storage: Storage) => V, missing: V): V => {
    try {
      const storage = find()
      return storage ? use(storage) : missing
    } catch {
      return missing
    }
  }
  return {
    getItem: (key) => kept.get(key) ?? reach((storage) => storage.getItem(key), null),
    setItem(key, value) {
      const isKept = reach((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isKept) kept.delete(key)
      else kept.set(key, value)
    },
    removeItem(key) {
      kept.delete(key)
      reach((storage) => storage.removeItem(key), undefined)
    },
    clear() {
      kept.clear()
      reach((storage) => storage.clear(), undefined)
    },
  }
}
