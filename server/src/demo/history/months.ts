/** Months of the demo, in the order of time: what its customer earns, keeps, buys and takes out, and what goes wrong. */
import { DEMO_PEOPLE } from '../people.ts'
import { type Customer, customerAt } from './movements.ts'
import type { Moment, Site, Step } from './types.ts'

const PAYROLL = 'Nómina'
/** Rejected by the sandbox bank: the money comes back. */
const CLOSED = 'Cuenta cerrada'

export function monthsOf(site: Site): Moment[] {
  const ana = stepsOf(customerAt(site, DEMO_PEOPLE[0]))
  return [
    { at: { daysAgo: 104, time: '08:12' }, steps: [ana.deposit('quincena-1', 2_400_000)] },
    { at: { daysAgo: 103, time: '19:40' }, steps: [ana.swap('compra-1', { sell: 'COPT', buy: 'USDT', amount: '900000' })] },
    { at: { daysAgo: 89, time: '08:05' }, steps: [ana.deposit('quincena-2', 2_400_000)] },
    { at: { daysAgo: 84, time: '12:31' }, steps: [ana.withdraw('retiro-1', 1_150_000, PAYROLL)] },
    { at: { daysAgo: 74, time: '08:20' }, steps: [ana.deposit('quincena-3', 2_650_000)] },
    { at: { daysAgo: 73, time: '20:02' }, steps: [ana.swap('compra-2', { sell: 'COPT', buy: 'BTC', amount: '1500000' })] },
    { at: { daysAgo: 59, time: '08:09' }, steps: [ana.deposit('quincena-4', 2_650_000)] },
    { at: { daysAgo: 52, time: '17:26' }, steps: [ana.withdraw('retiro-rechazado', 480_000, CLOSED)] },
    { at: { daysAgo: 52, time: '18:03' }, steps: [ana.withdraw('retiro-2', 480_000, PAYROLL)] },
    { at: { daysAgo: 44, time: '08:15' }, steps: [ana.deposit('quincena-5', 2_650_000)] },
    { at: { daysAgo: 36, time: '10:48' }, steps: [ana.receive('tokens-1', 'USDT', '180')] },
    { at: { daysAgo: 29, time: '08:11' }, steps: [ana.deposit('quincena-6', 2_650_000)] },
    { at: { daysAgo: 27, time: '21:15' }, steps: [ana.swap('compra-3', { sell: 'COPT', buy: 'BTC', amount: '2000000' })] },
    { at: { daysAgo: 15, time: '08:02' }, steps: [ana.deposit('quincena-no-pagada', 2_650_000, 'DECLINED')] },
    { at: { daysAgo: 15, time: '08:19' }, steps: [ana.deposit('quincena-7', 2_650_000)] },
    { at: { daysAgo: 14, time: '20:31' }, steps: [ana.swap('venta-1', { sell: 'USDT', buy: 'COPT', amount: '150' })] },
    { at: { daysAgo: 9, time: '12:44' }, steps: [ana.withdraw('retiro-3', 1_200_000, PAYROLL)] },
    { at: { daysAgo: 2, time: '16:37' }, steps: [ana.deposit('regalo', 750_000)] },
    { at: null, steps: [ana.deposit('en-camino', 2_650_000, 'PENDING')] },
  ]
}

/** The same name marks the step and is its idempotency key. */
function stepsOf(customer: Customer) {
  const step =
    <Rest extends unknown[]>(act: (name: string, ...rest: Rest) => Promise<void>) =>
    (name: string, ...rest: Rest): Step => ({ name, run: () => act(name, ...rest) })
  return {
    deposit: step(customer.deposit),
    withdraw: step(customer.withdraw),
    swap: step(customer.swap),
    receive: step((_name, asset: 'USDT' | 'BTC', amount: string) => customer.receive(asset, amount)),
  }
}
