/** Selected level: the one in the address (`?nivel=2`), else the one to update, else the next one. */
import type { LevelStatus } from '@tunjo/contract/kyc'

export function chosenLevel(levels: readonly LevelStatus[], search: object): LevelStatus | undefined {
  const wanted = 'nivel' in search ? Number(search.nivel) : null
  const named = levels.find(({ level, state }) => level === wanted && state !== 'locked')
  const asked = levels.find(({ renewal }) => renewal !== null && renewal.state !== 'sent')
  return named ?? asked ?? levels.find(({ state }) => state !== 'verified') ?? levels.at(-1)
}
