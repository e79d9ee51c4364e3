/** The bounds of a day of Bogotá as instants. Colombia keeps one offset the whole year. */
const OFFSET = '-05:00'

/** Undefined without a day. */
export const startOfDay = (day: string | undefined): string | undefined => instant(day, '00:00:00.000')
export const endOfDay = (day: string | undefined): string | undefined => instant(day, '23:59:59.999')

function instant(day: string | undefined, time: string): string | undefined {
  const date = new Date(`${day}T${time}${OFFSET}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
