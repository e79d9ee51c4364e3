/** Whether the officer's roles let them read the page of a person: without it no link leads there. */
import { useAccount } from '../session.ts'

export const useMayOpenPeople = (): boolean => useAccount()?.permissions.includes('kyc.read') ?? false
