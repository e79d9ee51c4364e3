/** The level that the address names (`?nivel=2`), or else the one that is to be done. */
import type { LevelStatus } from '@tunjo/contract/kyc'

export function chosenLevel(levels: readonly LevelStatus[], search: object): LevelStatus | undefined {
  const wanted = 'nivel' in search ? Number(search.nivel) : null
  const named = levels.find(({ level, state }) => level === wanted && state !== 'locked')
  return named ?? levels.find(({ state }) => state !== 'verified') ?? levels.at(-1)
}
