/** Points of a chart, refetched while it is open. */
import { useQuery } from '@tanstack/react-query'
import { candlesQuery } from '../../api/candles.ts'
import { type ChartPair, type ChartPoint, candlePoints, productPoints, RANGES, type RangeName } from './chart-points.ts'

export function useChartPoints({ pairs }: ChartPair, range: RangeName): { points: ChartPoint[] | null; error: unknown; retry: () => void } {
  const { interval, count } = RANGES[range]
  const [firstPair, secondPair] = pairs
  const first = useQuery(candlesQuery(firstPair, interval, count))
  const second = useQuery({ ...candlesQuery(secondPair ?? firstPair, interval, count), enabled: secondPair !== undefined })
  return { points: pointsOf(), error: first.error ?? second.error, retry: () => void Promise.all([first.refetch(), second.refetch()]) }

  function pointsOf(): ChartPoint[] | null {
    if (!first.data || (secondPair && !second.data)) return null
    return secondPair && second.data ? productPoints(first.data, second.data) : candlePoints(first.data)
  }
}
