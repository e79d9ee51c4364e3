/** Bounds of a day of Bogotá for server queries: both instants are included. */
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'

/** Undefined without a day. */
export const startOfDay = (day: string | undefined): string | undefined => (day ? written(startOfBogotaDay(day).getTime()) : undefined)
export const endOfDay = (day: string | undefined): string | undefined => (day ? written(endOfBogotaDay(day).getTime() - 1) : undefined)

const written = (ms: number): string | undefined => (Number.isNaN(ms) ? undefined : new Date(ms).toISOString())
