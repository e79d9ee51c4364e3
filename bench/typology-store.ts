/**
 * Write the people of `typologies.ts` into a database as the modules of the product would have: a flow above the limit of a level is
 * refused, no person takes out more than came in, and an internal transfer has a receiver.
 */
import { createHash } from 'node:crypto'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Database } from '../server/src/platform/database/database.ts'
import { pick, type Random } from './colombian-names.ts'
import { between, DAY_MS, END, type Flow, HOUR_MS, type Person } from './typology-people.ts'

const MILLION = 1_000_000
const LIMIT: Readonly<Record<Person['level'], number>> = { 1: 13 * MILLION, 2: 40 * MILLION, 3: Number.POSITIVE_INFINITY }
const ROWS_AT_ONCE = 5_000
/** Window in which sign-ins are read. */
const SIGN_IN_DAYS = 160
/** Customers who share an exit of a carrier: more than those whom a rule counts. */
const PEOPLE_BY_EXIT = 400
const CITIES = [
  ['Bogotá, Colombia', 4.6, -74.1],
  ['Medellín, Colombia', 6.2, -75.6],
  ['Cali, Colombia', 3.4, -76.5],
  ['Barranquilla, Colombia', 11, -74.8],
  ['Bucaramanga, Colombia', 7.1, -73.1],
] as const
const ABROAD = [
  ['US', 'Miami, Estados Unidos', 25.8, -80.2],
  ['ES', 'Madrid, España', 40.4, -3.7],
  ['MX', 'Ciudad de México, México', 19.4, -99.1],
] as const

const digest = (what: string) => createHash('sha256').update(what).digest('hex')
/** Version 4 id, the same for the same text. */
export function idOf(what: string): string {
  const hex = digest(what)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
export const accountOf = ({ n }: Person): string => idOf(`person ${n}`)
const addressOf = (what: string) => `0x${digest(what).slice(0, 40)}`
const cents = (cop: number) => BigInt(Math.round(cop)) * 100n
/** At a rate of 4.000 pesos. */
const micros = (cop: number) => BigInt(Math.round(cop)) * 250n
const bankAccountOf = ({ bank }: Person) => String(100_000_000 + bank)
const monthOf = (at: number) => bogotaDay(new Date(at)).slice(0, 7)

interface Made extends Flow {
  readonly id: string
  readonly person: Person
  readonly outcome: 'done' | 'refused' | 'waits'
}

/** Oldest first, from the day of verification. */
function lived(people: readonly Person[]): Made[] {
  const flows = people.flatMap((person) => person.flows.map((flow) => ({ ...flow, person })))
  flows.sort((one, other) => one.at - other.at)
  const [funds, used] = [new Map<Person, number>(), new Map<string, number>()]
  const change = (person: Person, cop: number) => void funds.set(person, (funds.get(person) ?? 0) + cop)
  return flows.flatMap((flow, place): Made[] => {
    const { person, kind, at, receiver } = flow
    if (at < person.joinedAt + 2 * HOUR_MS || at > END) return []
    const isIn = kind.endsWith('_in')
    const cop = isIn ? flow.cop : Math.floor(Math.min(flow.cop, funds.get(person) ?? 0))
    if (cop < 10_000) return []
    const made = { ...flow, cop, id: idOf(`flow ${place}`) }
    if (kind === 'buy' || kind === 'sell') return [{ ...made, outcome: 'done' }]
    const key = `${person.n} ${isIn} ${monthOf(at)}`
    if ((used.get(key) ?? 0) + cop > LIMIT[person.level]) return [{ ...made, outcome: kind === 'token_in' ? 'waits' : 'refused' }]
    used.set(key, (used.get(key) ?? 0) + cop)
    change(person, isIn ? cop : -cop)
    if (receiver) change(receiver, cop)
    return [{ ...made, outcome: 'done' }]
  })
}

export interface Written {
  /** Days of Bogotá with activity, by account. */
  readonly days: ReadonlyMap<string, readonly string[]>
  readonly movements: number
  readonly trades: number
  readonly signIns: number
}

/** @param isLabelled whether they launder: half of those declared what the pattern moves */
export async function writePeople(
  db: Database,
  random: Random,
  people: readonly Person[],
  isLabelled: (person: Person) => boolean,
): Promise<Written> {
  const flows = lived(people)
  const signIns = signInsOf(random, people, flows)
  await db.connection().execute(async (one) => {
    await sql`SET session_replication_role = replica`.execute(one)
    await sql`SET statement_timeout = 0`.execute(one)
    await inParts(people, (part) => writeAccounts(one, part))
    await inParts(
      people.map((person) => ({ person, ...surveyOf(random, person, flows, isLabelled(person)) })),
      (part) => writeSurveys(one, part),
    )
    await writeFlows(one, flows)
    await inParts(signIns, (part) => writeSignIns(one, part))
    await sql`RESET session_replication_role`.execute(one)
  })
  await sql`VACUUM ANALYZE`.execute(db)
  const days = new Map<string, Set<string>>()
  const note = (person: Person, at: number) => {
    const own = days.get(accountOf(person)) ?? new Set()
    days.set(accountOf(person), own.add(bogotaDay(new Date(at))))
  }
  for (const { person, at, receiver } of flows) for (const who of [person, receiver]) if (who) note(who, at)
  for (const { person, at } of signIns) note(person, at)
  const trades = flows.filter(({ kind }) => kind === 'buy' || kind === 'sell').length
  return {
    days: new Map([...days].map(([id, own]) => [id, [...own].sort()])),
    movements: flows.length - trades,
    trades,
    signIns: signIns.length,
  }
}

async function inParts<T>(all: readonly T[], act: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) await act(all.slice(start, start + ROWS_AT_ONCE))
}

const when = (at: number) => new Date(at)

async function writeAccounts(db: Database, people: readonly Person[]): Promise<void> {
  const ids = people.map(accountOf)
  const [numbers, joined] = [people.map(({ n }) => n), people.map(({ joinedAt }) => when(joinedAt))]
  const [levels, occupations] = [people.map(({ level }) => level), people.map(({ occupation }) => occupation)]
  const [devices, banks] = [people.map(({ device }) => `device ${device}`), people.map(bankAccountOf)]
  const made = sql`(SELECT * FROM unnest(${ids}::uuid[], ${numbers}::integer[], ${joined}::timestamptz[], ${levels}::integer[],
    ${occupations}::integer[], ${devices}::text[], ${banks}::text[]) AS made (id, n, at, level, occupation, device, bank_account)) AS made`
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    SELECT id, 'persona' || n || '@correo.example', 'x', ARRAY['ROLE_USER'], 2, 'es', at, at FROM ${made}`.execute(db)
  await sql`INSERT INTO kyc.customer SELECT id, 'natural', level, true, at FROM ${made}`.execute(db)
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at, country, address)
    SELECT id, 'natural', 'Persona Número ' || n, 'CC', (10000000 + n)::text, '3000000000', at, 'CO', 'Calle ' || n || ' # 1-1' FROM ${made}`.execute(
    db,
  )
  await sql`INSERT INTO kyc.level_change SELECT gen_random_uuid(), id, 0, false, level, true, 'x', id, at + interval '1 hour' FROM ${made}`.execute(
    db,
  )
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    SELECT id, form, 'accepted', '{}', 1, at, at FROM ${made}, unnest(ARRAY['natural-1', 'natural-2']) AS form`.execute(db)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    SELECT gen_random_uuid(), id, form, 'fields', CASE form WHEN 'natural-1' THEN jsonb_build_object('identificationNumber', (10000000 + n)::text)
      ELSE jsonb_build_object('livesInColombia', true, 'homeAddress', 'Calle ' || n || ' # 1-1', 'cityID', 1, 'occupationID', occupation,
        'economicActivityID', 29, 'descriptionEconomicActivity', 'x', 'sourceOfFunds', true) END, 'accepted', at, at, at
    FROM ${made}, unnest(ARRAY['natural-1', 'natural-2']) AS form`.execute(db)
  await sql`INSERT INTO payments.bank_account SELECT id, id, 1, 'Nómina', 'nomina', 1, 9, bank_account, at, at FROM ${made}`.execute(db)
  await sql`INSERT INTO identity.device SELECT id, id, device, 'Android', 'mobile', 'Chrome', 'known', at, at, NULL FROM ${made}`.execute(
    db,
  )
}

interface Survey {
  readonly a: number
  readonly b: number
}
/** Survey at the sign-up: the declared income is not always enough, for one in ten far too little. */
function surveyOf(random: Random, person: Person, flows: readonly Made[], isLabelled: boolean): Survey {
  const own = isLabelled && random() < 0.5 ? flows.filter((flow) => flow.person === person) : []
  const most = own.reduce((sum, { kind, cop }) => (kind.endsWith('_in') ? sum + cop : sum), 0)
  const share = person.persona === 'monthly' || person.persona === 'quincena' || person.persona === 'occasional' ? 0.4 : 1.4
  const monthly = Math.max(most, person.monthly * share) * (random() < 0.1 ? 0.3 : between(random, 0.9, 2.5))
  const bandOf = (bands: readonly (readonly [number, number | null])[], cop: number) =>
    bands.findIndex(([, upper]) => upper === null || cop <= upper * MILLION)
  return { a: bandOf(SURVEY_BANDS.monthly, monthly), b: bandOf(SURVEY_BANDS.yearly, monthly * between(random, 10, 24)) }
}

const writeSurveys = (db: Database, rows: readonly (Survey & { person: Person })[]) =>
  sql`INSERT INTO kyc.survey SELECT gen_random_uuid(), id, a, b, 0, at FROM unnest(${rows.map(({ person }) => accountOf(person))}::uuid[],
    ${rows.map(({ a }) => a)}::integer[], ${rows.map(({ b }) => b)}::integer[], ${rows.map(({ person }) => when(person.joinedAt))}::timestamptz[])
    AS made (id, a, b, at)`.execute(db)

async function writeFlows(db: Database, flows: readonly Made[]): Promise<void> {
  const of = (...kinds: Flow['kind'][]) => flows.filter(({ kind, outcome }) => kinds.includes(kind) && outcome !== 'refused')
  await inParts(of('bank_in'), (part) => writeDeposits(db, part))
  await inParts(of('bank_out'), (part) => writeWithdrawals(db, part))
  await inParts(of('token_in'), (part) => writeTokensIn(db, part))
  await inParts(of('token_out'), (part) => writeTokensOut(db, part))
  await inParts(of('buy', 'sell'), (part) => writeTrades(db, part))
  const counted = flows.filter(({ kind, outcome }) => outcome === 'done' && kind !== 'buy' && kind !== 'sell')
  await inParts(counted, (part) => writeUse(db, part))
  await sql`INSERT INTO limits.month_use SELECT account_id, month, direction, sum(amount) FROM limits.operation_use GROUP BY 1, 2, 3`.execute(
    db,
  )
  await inParts(
    flows.filter(({ outcome }) => outcome !== 'done'),
    (part) => writeRefusals(db, part),
  )
}

/** Table `made` for a query: id, account, time, pesos in cents, whether it came in, and the number of the person's bank account. */
const rowsOf = (flows: readonly Made[]) => sql`(SELECT * FROM unnest(${flows.map(({ id }) => id)}::uuid[],
  ${flows.map(({ person }) => accountOf(person))}::uuid[], ${flows.map(({ at }) => when(at))}::timestamptz[],
  ${flows.map(({ cop }) => cents(cop))}::numeric[], ${flows.map(({ kind }) => kind.endsWith('_in') || kind === 'buy')}::boolean[],
  ${flows.map(({ person }) => bankAccountOf(person))}::text[]) AS made (id, account_id, at, amount, is_in, bank_account)) AS made`

const writeDeposits = (db: Database, flows: readonly Made[]) =>
  sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number, amount,
      payer, state, created_at, ended_at)
    SELECT id, account_id, 'x', account_id, 1, 'Nómina', 9, bank_account, amount, '{}', 'COMPLETED', at, at + interval '2 minutes'
    FROM ${rowsOf(flows)}`.execute(db)

const writeWithdrawals = (db: Database, flows: readonly Made[]) =>
  sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number, amount,
      payee, state, pay_after, created_at, ended_at)
    SELECT id, account_id, 'x', account_id, 1, 'Nómina', 9, bank_account, amount, '{}', 'COMPLETED', at, at, at + interval '2 hours'
    FROM ${rowsOf(flows)}`.execute(db)

const writeUse = (db: Database, flows: readonly Made[]) =>
  sql`INSERT INTO limits.operation_use SELECT id, account_id, date_trunc('month', at AT TIME ZONE 'America/Bogota')::date,
      CASE WHEN is_in THEN 'deposit' ELSE 'withdrawal' END, amount, true FROM ${rowsOf(flows)}`.execute(db)

const writeRefusals = (db: Database, flows: readonly Made[]) =>
  sql`INSERT INTO limits.refusal SELECT id, account_id, CASE WHEN is_in THEN 'deposit' ELSE 'withdrawal' END, amount, maximum, at
    FROM ${rowsOf(flows)} JOIN unnest(${flows.map(({ id }) => id)}::uuid[], ${flows.map(({ person }) => cents(LIMIT[person.level]))}::numeric[])
      AS own (id, maximum) USING (id)`.execute(db)

async function writeTokensIn(db: Database, flows: readonly Made[]): Promise<void> {
  const [ids, states] = [flows.map(({ id }) => id), flows.map(({ outcome }) => (outcome === 'waits' ? 'IN_REVIEW' : 'COMPLETED'))]
  const [tokens, senders] = [flows.map(({ cop }) => micros(cop)), flows.map(({ other }) => addressOf(other ?? ''))]
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at)
    SELECT id, 1, '0x' || id, 0, account_id, 'x' || account_id, 'USDT', tokens, sender, 1, 'x', state, at, at, at + interval '5 minutes'
    FROM ${rowsOf(flows)} JOIN unnest(${ids}::uuid[], ${tokens}::numeric[], ${senders}::text[], ${states}::text[])
      AS own (id, tokens, sender, state) USING (id)`.execute(db)
}

async function writeTokensOut(db: Database, flows: readonly Made[]): Promise<void> {
  const places = flows.map(({ other, receiver }) => (receiver ? addressOf(`inside ${receiver.n}`) : addressOf(other ?? '')))
  const saved = flows.map(({ person }, at) => idOf(`saved ${person.n} ${places[at]}`))
  const own = sql`unnest(${flows.map(({ id }) => id)}::uuid[], ${flows.map(({ cop }) => micros(cop))}::numeric[], ${places}::text[],
    ${saved}::uuid[], ${flows.map(({ receiver }) => (receiver ? accountOf(receiver) : null))}::uuid[]) AS own (id, tokens, address, saved, receiver)`
  await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
    SELECT saved, account_id, (row_number() OVER (PARTITION BY account_id ORDER BY min(at)))::integer + 1000 * (random() * 1000)::integer, address, address,
      address, 'x', min(at) - interval '10 minutes' FROM ${rowsOf(flows)} JOIN ${own} USING (id) GROUP BY saved, account_id, address
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, receiver_id, asset, amount, fee,
      value_cop, sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    SELECT id, account_id, 'x', saved, 'x', address, receiver, 'USDT', tokens, 0, amount, 'clear', '{}', 'x', 'CONFIRMED', at, at, at,
      at + interval '5 minutes' FROM ${rowsOf(flows)} JOIN ${own} USING (id)`.execute(db)
}

/** Trades of dollars against pesos. */
const writeTrades = (db: Database, flows: readonly Made[]) =>
  sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at, network_fee_out)
    SELECT id, account_id, 'x', 'input', CASE WHEN is_in THEN 0 ELSE 31 END, CASE WHEN is_in THEN 31 ELSE 0 END, paid, got, paid, got, '[]', 1, 0,
      'settled', paid, got, at, at + interval '1 minute', 0
    FROM ${rowsOf(flows)}, LATERAL (SELECT CASE WHEN is_in THEN amount ELSE trunc(amount * 2.5) END AS paid,
      CASE WHEN is_in THEN trunc(amount * 2.5) ELSE amount END AS got) AS sums`.execute(db)

interface Entry {
  readonly person: Person
  readonly at: number
  readonly ip: string
  readonly country: string
  readonly place: string
  readonly latitude: number
  readonly longitude: number
}

/** One sign-in on most days with activity: from home, or by a carrier whose exits very many share and which may look like Bogotá. */
function signInsOf(random: Random, people: readonly Person[], flows: readonly Made[]): Entry[] {
  const days = new Map<string, { person: Person; at: number }>()
  for (const { person, at } of flows)
    if (at > END - SIGN_IN_DAYS * DAY_MS) days.set(`${person.n} ${bogotaDay(when(at))}`, { person, at: at - 600_000 })
  // Sign-ins to see prices.
  for (const person of people)
    for (let time = 0; time < 8; time++) {
      const at = between(random, Math.max(person.joinedAt, END - SIGN_IN_DAYS * DAY_MS), END)
      if (at > person.joinedAt) days.set(`${person.n} ${bogotaDay(when(at))}`, { person, at })
    }
  const again = [...days.values()].flatMap((entry) =>
    random() < 0.1 ? [{ ...entry, at: entry.at + between(random, 0.1, 3) * HOUR_MS }] : [],
  )
  const exits = Math.ceil(people.length / PEOPLE_BY_EXIT)
  return [...days.values(), ...again].map(({ person, at }) => {
    const { home, city } = person
    if (random() < 0.003) {
      const [country, place, latitude, longitude] = pick(random, ABROAD)
      return { person, at, ip: `80.${home % 250}.${Math.floor(random() * 250)}.9`, country, place, latitude, longitude }
    }
    const isMobile = random() < 0.35
    const [place, latitude, longitude] = CITIES[isMobile && random() < 0.1 ? 0 : city] ?? CITIES[0]
    const ip = isMobile ? `181.50.${Math.floor(random() * exits)}.9` : `190.${Math.floor(home / 250)}.${home % 250}.7`
    return { person, at, ip, country: 'CO', place, latitude, longitude }
  })
}

const writeSignIns = (db: Database, entries: readonly Entry[]) =>
  sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result, device_id,
      vouched, latitude, longitude)
    SELECT gen_random_uuid(), id, at, ip, ip, country, place, 'Android', 'mobile', 'Chrome', '', 'entered', id, true, latitude, longitude
    FROM unnest(${entries.map(({ person }) => accountOf(person))}::uuid[], ${entries.map(({ at }) => when(at))}::timestamptz[],
      ${entries.map(({ ip }) => ip)}::text[], ${entries.map(({ country }) => country)}::text[], ${entries.map(({ place }) => place)}::text[],
      ${entries.map(({ latitude }) => latitude)}::numeric[], ${entries.map(({ longitude }) => longitude)}::numeric[])
      AS made (id, at, ip, country, place, latitude, longitude)`.execute(db)
