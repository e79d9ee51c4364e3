/** Search parameters of the address; unknown values are ignored. */
export const TABS = ['waiting', 'decided'] as const
export type Tab = (typeof TABS)[number]

export interface ApprovalsSearch {
  tab: Tab
  /** Id of the open request. */
  request?: string
}

export function readSearch(search: object): ApprovalsSearch {
  const { tab, request }: Record<string, unknown> = { ...search }
  return {
    tab: TABS.find((one) => one === tab) ?? 'waiting',
    request: typeof request === 'string' && /^[\w-]{1,64}$/.test(request) ? request : undefined,
  }
}
