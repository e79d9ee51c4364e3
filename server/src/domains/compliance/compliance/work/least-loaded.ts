/** Choice of the assignee of free work, as a decision on plain values. */
interface Assignable {
  /** Officers with the permission who are present. */
  readonly able: readonly string[]
  /** Account that the work is about. */
  readonly accountId: string
  /** Maker of a proposal that waits for a second officer. */
  readonly makerId: string | undefined
  readonly loads: ReadonlyMap<string, number>
  readonly capacity: number
}

/** Null when all officers have the maximum. Of equals the first by id, who then has one more. */
export function leastLoaded({ able, accountId, makerId, loads, capacity }: Assignable): string | null {
  const loadOf = (id: string) => loads.get(id) ?? 0
  const free = able.filter((id) => id !== accountId && id !== makerId && loadOf(id) < capacity)
  const [first = null] = free.toSorted((one, other) => loadOf(one) - loadOf(other) || (one < other ? -1 : 1))
  return first
}
