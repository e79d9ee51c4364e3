/** Implausible travel between two sign-ins: the great-circle distance of their cities over the time between them. */
import { MS_OF_HOUR } from '../times.ts'

export interface Stop {
  readonly at: Date
  readonly latitude: number | null
  readonly longitude: number | null
}
export interface Leg {
  readonly km: number
  readonly hours: number
}

const EARTH_RADIUS_KM = 6_371

/** Null when the location of one of them is unknown. */
export function legOf(from: Stop, to: Stop): Leg | null {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return null
  const [first, second] = [radians(from.latitude), radians(to.latitude)]
  const [north, east] = [(second - first) / 2, radians(to.longitude - from.longitude) / 2]
  const half = Math.sin(north) ** 2 + Math.cos(first) * Math.cos(second) * Math.sin(east) ** 2
  return { km: 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, half))), hours: (to.at.getTime() - from.at.getTime()) / MS_OF_HOUR }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The location of a network may be wrong by some distance, which is subtracted from the travelled distance. */
export const isFaster = ({ km, hours }: Leg, speedKmh: number, toleranceKm: number): boolean => km - toleranceKm > speedKmh * hours
