/** Candles, or a line where only closes are known. Lazy-loaded: the library is most of the page. */
import { useComputedColorScheme } from '@mantine/core'
import { PRICE_SCALE } from '@tunjo/contract/pricing'
import {
  AreaSeries,
  CandlestickSeries,
  type ChartOptions,
  ColorType,
  createChart,
  type DeepPartial,
  type IChartApi,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { byLanguage, HOUR_CYCLE, languageTag } from '../../i18n/language.ts'
import { formatDate } from '../../ui/date-time.tsx'
import classes from './chart.module.css'
import type { ChartPoint } from './chart-points.ts'
import { priceText } from './price-text.ts'

interface DrawingProps {
  points: readonly ChartPoint[]
  /** Text alternative of the drawing. */
  label: string
  /** Shows hours on the axis, not only days. */
  withClock: boolean
}

export default function Drawing({ points, label, withClock }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ chart: IChartApi; show: (points: readonly ChartPoint[]) => void } | null>(null)
  const scheme = useComputedColorScheme()
  const isCandles = points[0]?.open !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the scheme are read from the page
  useEffect(() => {
    if (!place.current) return
    const chart = createChart(place.current, { ...optionsOf(place.current), ...timeOptions(withClock) })
    drawn.current = { chart, show: isCandles ? candles(chart, place.current) : line(chart, place.current) }
    return () => {
      drawn.current = null
      chart.remove()
    }
  }, [scheme, isCandles, withClock])

  // After the effect above, so that a new chart gets its points too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart is empty
  useEffect(() => drawn.current?.show(points), [points, scheme, isCandles, withClock])

  return <div ref={place} role="img" aria-label={label} className={classes.drawing} />
}

const colour = (element: HTMLElement, name: string): string => getComputedStyle(element).getPropertyValue(name).trim()

function optionsOf(element: HTMLElement): DeepPartial<ChartOptions> {
  const grid = { color: colour(element, '--tunjo-line') }
  const crosshair = { labelBackgroundColor: colour(element, '--mantine-primary-color-filled') }
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colour(element, '--tunjo-surface') },
      textColor: colour(element, '--mantine-color-text'),
      fontFamily: colour(element, '--mantine-font-family'),
      // The notice and the link are below the chart.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: grid },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    crosshair: { vertLine: crosshair, horzLine: crosshair },
    handleScroll: false,
    handleScale: false,
  }
}

function timeOptions(withClock: boolean): DeepPartial<ChartOptions> {
  return {
    localization: {
      locale: languageTag(),
      priceFormatter: shownPrice,
      timeFormatter: (time: Time) => formatDate(dateOf(time), withClock ? 'moment' : 'day'),
    },
    timeScale: {
      borderVisible: false,
      timeVisible: withClock,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => (kind === TickMarkType.Time ? hour() : day()).format(dateOf(time)),
    },
  }
}
const hour = byLanguage((tag) => new Intl.DateTimeFormat(tag, { timeZone: 'America/Bogota', hour: 'numeric', hourCycle: HOUR_CYCLE }))
const day = byLanguage((tag) => new Intl.DateTimeFormat(tag, { timeZone: 'America/Bogota', day: 'numeric', month: 'short' }))

function candles(chart: IChartApi, element: HTMLElement) {
  const [up, down] = [colour(element, '--tunjo-positive'), colour(element, '--mantine-color-error')]
  const series = chart.addSeries(CandlestickSeries, {
    upColor: up,
    wickUpColor: up,
    downColor: down,
    wickDownColor: down,
    borderVisible: false,
  })
  return (points: readonly ChartPoint[]) => {
    series.setData(
      points.map(({ time, open, high, low, close }) => ({
        time: drawnTime(time),
        open: pixelPrice(open ?? close),
        high: pixelPrice(high ?? close),
        low: pixelPrice(low ?? close),
        close: pixelPrice(close),
      })),
    )
    chart.timeScale().fitContent()
  }
}

function line(chart: IChartApi, element: HTMLElement) {
  const lineColor = colour(element, '--tunjo-positive')
  const series = chart.addSeries(AreaSeries, {
    lineColor,
    lineWidth: 2,
    topColor: `${lineColor}33`,
    bottomColor: `${lineColor}05`,
  })
  return (points: readonly ChartPoint[]) => {
    series.setData(points.map(({ time, close }) => ({ time: drawnTime(time), value: pixelPrice(close) })))
    chart.timeScale().fitContent()
  }
}

/** The library draws numbers. Figures in the head and in the table never pass through here. */
const pixelPrice = (price: bigint): number => Number(price) / 10 ** PRICE_SCALE
const shownPrice = (price: number): string => priceText(BigInt(Math.round(price * 10 ** PRICE_SCALE)))

/** Offset of Bogotá: the library counts days in UTC, and Bogotá has no daylight saving time. */
const BOGOTA_SECONDS = 5 * 3600
const drawnTime = (time: number): UTCTimestamp => (time - BOGOTA_SECONDS) as UTCTimestamp
const dateOf = (time: Time): Date => new Date((Number(time) + BOGOTA_SECONDS) * 1000)
