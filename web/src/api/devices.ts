/** Open sessions and known devices of the account. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { devices } from '@tunjo/contract/devices'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const { sessions, endSession: end, endOtherSessions: endOthers, devices: list, forgetDevice: forget } = devices
const calls = client({ sessions, end, endOthers, list, forget }, send, authorize)

export const sessionsQuery = queryOptions({
  queryKey: ['devices', 'sessions'],
  queryFn: ({ signal }) => calls.sessions({}, { signal }),
})
export const devicesQuery = queryOptions({
  queryKey: ['devices', 'list'],
  queryFn: ({ signal }) => calls.list({}, { signal }),
})

export const endSession = (id: string) => calls.end({ params: { id } })
export const endOtherSessions = () => calls.endOthers({})
export const removeDevice = (id: string) => calls.forget({ params: { id } })
