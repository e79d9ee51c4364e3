/** Exchange reports of officers over all customers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { tradeReports } from '@tunjo/contract/trade-reports'
import { csvFile, type Page } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(tradeReports, send)
const downloads = client({ ordersCsv: tradeReports.ordersCsv, tradesCsv: tradeReports.tradesCsv }, sendDownload)

export type OrdersAsked = NonNullable<Request<typeof tradeReports.ordersCsv>['query']>
export const ordersQuery = (query: OrdersAsked & Page) =>
  queryOptions({
    queryKey: ['trade-reports', 'orders', query],
    queryFn: ({ signal }) => calls.orders({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
export const ordersCsv = async (query: OrdersAsked): Promise<Blob> => csvFile(await downloads.ordersCsv({ query }))

export type TradesAsked = NonNullable<Request<typeof tradeReports.tradesCsv>['query']>
export const tradesQuery = (query: TradesAsked & Page) =>
  queryOptions({
    queryKey: ['trade-reports', 'trades', query],
    queryFn: ({ signal }) => calls.trades({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
export const tradesCsv = async (query: TradesAsked): Promise<Blob> => csvFile(await downloads.tradesCsv({ query }))
