/** Used part of the monthly limit. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { limits } from '@tunjo/contract/limits'
import { send } from './transport.ts'

const calls = client(limits, send)

export interface Volume {
  used: bigint
  /** Null: no limit. */
  maximum: bigint | null
}

/** Monthly limit of each level; undefined until known, null: no limit. */
export const levelMaximumsQuery = queryOptions({
  queryKey: ['limits', 'levels'],
  queryFn: async ({ signal }) => new Map((await calls.levels({}, { signal })).map(({ level, maximum }) => [level, maximum])),
})

export const depositVolumeQuery = queryOptions({
  queryKey: ['limits', 'deposit'],
  queryFn: async ({ signal }): Promise<Volume> => {
    const { deposit, maximum } = await calls.depositVolume({}, { signal })
    return { used: deposit, maximum }
  },
})
/** On the wire, withdrawn amounts are negative (KYC-02). */
export const withdrawalVolumeQuery = queryOptions({
  queryKey: ['limits', 'withdrawal'],
  queryFn: async ({ signal }): Promise<Volume> => {
    const { withdrawal, maximum } = await calls.withdrawalVolume({}, { signal })
    return { used: -withdrawal, maximum }
  },
})
