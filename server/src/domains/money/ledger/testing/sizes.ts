/** `ENDURANCE=1 npx vitest run server/src/domains/money/ledger` runs the ledger's tests at full size (hours). */
export const isEndurance = process.env.ENDURANCE === '1'
export const sized = (short: number, endurance: number): number => (isEndurance ? endurance : short)
export const ENDURANCE_TIMEOUT_MS = isEndurance ? 6 * 3_600_000 : 120_000
