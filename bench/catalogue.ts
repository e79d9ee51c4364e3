/** The benches that `npm run bench` knows, in the order in which it runs them. */
export interface Bench {
  /** File name in this folder, and the name of its results. */
  readonly name: string
  readonly what: string
  /** Arguments of a run by `npm run bench`. */
  readonly arguments?: readonly string[]
  /** Needs files that the repository does not have, or an hour: run only when it is named. */
  readonly onlyByName?: true
}

export const BENCHES: readonly Bench[] = [
  {
    name: 'ledger',
    what:
      'postings: batched against one transaction each, random against one hot account, against PostgreSQL’s own TPC-B-like transaction; over HTTP; ' +
      'bytes on disk; `--pgledger DIR` adds pgledger from a copy of its repository',
  },
  { name: 'verify', what: 'the background verification of the ledger: batches and transfers a second, and open holds in each pass' },
  {
    name: 'use-cases',
    what:
      'withdrawal requests, deposit credits and trades through the modules, with one process and two, against TPC-B-like; the wait beside a ' +
      'process that is stopped',
  },
  { name: 'quotes', what: 'quotes computed locally against QuoterV2 over RPC: differences, p50 and p99, and the growth up to 500 pools' },
  { name: 'http', what: 'the product: 50 connections on the balances for 20 s (R40: p99 below 300 ms on two cores, no error)' },
  { name: 'uploads', what: 'photos and documents against the time allowed' },
  { name: 'closing', what: 'the daily closing with its tree over 20,000 customers, and a customer’s proof from it' },
  {
    name: 'home-on-a-phone',
    what: 'the home screen on 1.6 Mbit/s with a CPU four times slower: total and Depositar there (limit 2 s)',
  },
  { name: 'lighthouse', what: 'scores of the public pages' },
  {
    name: 'rule-events',
    what: 'alert rules behind 500 events a second through the outbox: how long after its commit each was evaluated (limit 5 s)',
  },
  { name: 'rule-nights', what: 'the nightly run of alert rules: what 200,000 people would take (limit 600 s)' },
  { name: 'risk-night', what: 'the nightly risk run: what 200,000 people would take (limit 600 s)' },
  { name: 'backtest', what: 'backtests of alert rules over 90 days: what 200,000 people would take (limit 120 s)' },
  {
    name: 'cycle-search',
    what: 'the search for cycles in the nightly run: ordinary people, one customer with 100,000 movements, an address that pays all',
  },
  {
    name: 'rescreen',
    what: 'every customer screened again after a list changed, by the job with its database (limit 60 s for 200,000 people)',
  },
  {
    name: 'dashboard',
    what: 'the officers’ lists at 200,000 people and 2,000,000 alerts: counts, each filter alone, in pairs and mixed (p95 100 ms)',
    arguments: ['4'],
    onlyByName: true,
  },
  {
    name: 'typologies',
    what: 'what the rules find of ten patterns of money laundering among ordinary Colombians, and the officers’ time that it takes',
    onlyByName: true,
  },
  { name: 'screening', what: 'screening of names: what is found, who is stopped for nothing, and how long it takes', onlyByName: true },
]
