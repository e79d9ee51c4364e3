/** Whether the officer may open the page of a person: without the permission there is no link to it. */
import { useAccount } from '../session.ts'

export const useMayOpenPeople = (): boolean => useAccount()?.permissions.includes('kyc.read') ?? false
