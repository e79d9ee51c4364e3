/** Who gets work that nobody has, as a decision on plain values. */
interface Assignable {
  /** Who may do it, and is there. */
  readonly able: readonly string[]
  /** About whom. */
  readonly accountId: string
  /** Who proposed it, when it waits for a second officer. */
  readonly makerId: string | undefined
  readonly loads: ReadonlyMap<string, number>
  readonly capacity: number
}

/** Null when everybody has enough. Of equals the first by id: whoever got one has one more. */
export function leastLoaded({ able, accountId, makerId, loads, capacity }: Assignable): string | null {
  const loadOf = (id: string) => loads.get(id) ?? 0
  const free = able.filter((id) => id !== accountId && id !== makerId && loadOf(id) < capacity)
  const [first = null] = free.toSorted((one, other) => loadOf(one) - loadOf(other) || (one < other ? -1 : 1))
  return first
}
