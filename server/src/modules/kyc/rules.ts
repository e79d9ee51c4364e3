import type { Level } from './types.ts'

/** The level a person works on, and whether it is done: the two facts that the specification shows (S1 §3.2). */
export interface LevelStatus {
  readonly currentLevel: Level
  readonly isVerified: boolean
}

export const NO_DOSSIER: LevelStatus = { currentLevel: 0, isVerified: false }

/** S1 §4: a level below the current one is verified; the current one when it says so. */
export function verifiedLevel({ currentLevel, isVerified }: LevelStatus): Level {
  if (currentLevel === 0) return 0
  return isVerified ? currentLevel : BELOW[currentLevel]
}

const BELOW = { 1: 0, 2: 1, 3: 2 } as const
