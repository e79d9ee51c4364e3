/** The level that the address names (`?nivel=2`), or else what is to be updated, or the one that is to be done. */
import type { LevelStatus } from '@tunjo/contract/kyc'

export function chosenLevel(levels: readonly LevelStatus[], search: object): LevelStatus | undefined {
  const wanted = 'nivel' in search ? Number(search.nivel) : null
  const named = levels.find(({ level, state }) => level === wanted && state !== 'locked')
  const asked = levels.find(({ renewal }) => renewal !== null && renewal.state !== 'sent')
  return named ?? asked ?? levels.find(({ state }) => state !== 'verified') ?? levels.at(-1)
}
