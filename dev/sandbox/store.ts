/**
 * Storage of the sandbox: an append-only file of changes, replayed and rewritten at start. A change is on file before the caller is
 * answered, so a killed process loses nothing it has promised.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { BankTransfer } from './bank-types.ts'
import type { Payout, PayoutAccount } from './payout-types.ts'
import type { Switches } from './switch-types.ts'
import type { TusdatosCheck } from './tusdatos-types.ts'
import type { Webhook } from './webhook-types.ts'
import type { PseTransaction } from './wompi-types.ts'

const KEPT_WEBHOOKS = 1000

interface Records {
  transactions: PseTransaction
  payouts: Payout
  accounts: PayoutAccount
  webhooks: Webhook
  transfers: BankTransfer
  checks: TusdatosCheck
  switches: Switches
}

type CollectionName = keyof Records

interface Collection<T extends { id: string }> {
  get(id: string): T | undefined
  all(): T[]
  put(record: T): void
}

export type Store = { [Name in CollectionName]: Collection<Records[Name]> } & { close(): void }

const collectionNames: CollectionName[] = ['transactions', 'payouts', 'accounts', 'webhooks', 'transfers', 'checks', 'switches']

export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'sandbox.jsonl')
  const contents = replay(path)
  purgeOldWebhooks(contents.webhooks)
  rewrite(path, contents)
  const file = openSync(path, 'a')

  function collection<Name extends CollectionName>(name: Name): Collection<Records[Name]> {
    const records = contents[name] as Map<string, Records[Name]>
    return {
      get: (id) => records.get(id),
      all: () => [...records.values()],
      put(record) {
        writeSync(file, line(name, record))
        records.set(record.id, record)
      },
    }
  }

  return {
    transactions: collection('transactions'),
    payouts: collection('payouts'),
    accounts: collection('accounts'),
    webhooks: collection('webhooks'),
    transfers: collection('transfers'),
    checks: collection('checks'),
    switches: collection('switches'),
    close: () => closeSync(file),
  }
}

type Contents = { [Name in CollectionName]: Map<string, Records[Name]> }

function replay(path: string): Contents {
  const contents: Contents = {
    transactions: new Map(),
    payouts: new Map(),
    accounts: new Map(),
    webhooks: new Map(),
    transfers: new Map(),
    checks: new Map(),
    switches: new Map(),
  }
  if (!existsSync(path)) return contents
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const change = parseChange(text)
    if (change) (contents[change.name] as Map<string, { id: string }>).set(change.record.id, change.record)
  }
  return contents
}

/** A line truncated by a crash was never answered, so it is skipped. */
function parseChange(text: string): { name: CollectionName; record: { id: string } } | null {
  try {
    const [name, record] = JSON.parse(text) as [CollectionName, { id: string }]
    return collectionNames.includes(name) ? { name, record } : null
  } catch {
    return null
  }
}

function purgeOldWebhooks(webhooks: Map<string, Webhook>): void {
  const settled = [...webhooks.values()].filter((webhook) => webhook.status !== 'waiting' && webhook.status !== 'held')
  for (const webhook of settled.slice(0, Math.max(0, settled.length - KEPT_WEBHOOKS))) webhooks.delete(webhook.id)
}

function rewrite(path: string, contents: Contents): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w')
  for (const name of collectionNames) {
    for (const record of contents[name].values()) writeSync(file, line(name, record))
  }
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
}

function line(name: CollectionName, record: unknown): string {
  return `${JSON.stringify([name, record])}\n`
}
