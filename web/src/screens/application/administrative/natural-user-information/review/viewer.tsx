/** Picture viewer of a review: one large, or all side by side; with zoom, rotation and fit. */
import { ActionIcon, Button, Group, Loader } from '@mantine/core'
import {
  IconDownload,
  IconLayoutColumns,
  IconMaximize,
  IconRotateClockwise,
  IconSquare,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyCommands } from '../../../../../ui/use-key-commands.ts'
import { orReport } from './download.ts'
import classes from './review.module.css'
import type { Picture } from './use-pictures.ts'
import { Watermark } from './watermark.tsx'

interface ViewerProps {
  pictures: readonly Picture[]
  isBlocked: boolean
  /** Index of the selected picture. */
  chosen: number
  onChoose: (index: number) => void
}

const ZOOM = { minimum: 1, maximum: 5, step: 0.5 } as const
const QUARTER_TURN = 90

export function Viewer({ pictures, isBlocked, chosen, onChoose }: ViewerProps) {
  const { t } = useTranslation('review')
  const at = Math.min(chosen, pictures.length - 1)
  const current = pictures[at]
  const nameOf = usePictureName()
  const { zoom, zoomBy, turns, rotate, fit, isCompared, compare } = useStaging(pictures, current)
  const move = (step: number) => onChoose((at + step + pictures.length) % pictures.length)
  useKeyCommands(
    { j: () => move(1), k: () => move(-1), '+': () => zoomBy(ZOOM.step), '-': () => zoomBy(-ZOOM.step), r: rotate, 0: fit, c: compare },
    !isBlocked && pictures.length > 0,
  )
  if (!current) return null
  const tools = [
    { name: t('viewer.zoomIn'), icon: IconZoomIn, act: () => zoomBy(ZOOM.step), isOff: zoom >= ZOOM.maximum },
    { name: t('viewer.zoomOut'), icon: IconZoomOut, act: () => zoomBy(-ZOOM.step), isOff: zoom <= ZOOM.minimum },
    { name: t('viewer.rotate'), icon: IconRotateClockwise, act: rotate, isOff: false },
    { name: t('viewer.fit'), icon: IconMaximize, act: fit, isOff: false },
    {
      name: t(isCompared ? 'viewer.single' : 'viewer.compare'),
      icon: isCompared ? IconSquare : IconLayoutColumns,
      act: compare,
      isOff: pictures.length < 2,
    },
    { name: t('viewer.download'), icon: IconDownload, act: () => void orReport(current.download()), isOff: false },
  ]
  return (
    <section aria-label={t('viewer.label')} className={classes.viewer}>
      <div className={classes.tools}>
        <Group gap={4} role="toolbar" aria-label={t('viewer.label')}>
          {tools.map(({ name, icon: Icon, act, isOff }) => (
            <ActionIcon key={name} variant="default" size="lg" aria-label={name} title={name} disabled={isOff} onClick={act}>
              <Icon size={18} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
        <fieldset className={classes.choices} aria-label={t('viewer.choose')}>
          {pictures.map((picture, index) => (
            <Button
              key={picture.key}
              size="xs"
              variant={index === at ? 'filled' : 'default'}
              aria-pressed={index === at}
              onClick={() => onChoose(index)}
            >
              {nameOf(picture)}
            </Button>
          ))}
        </fieldset>
      </div>
      <div className={classes.stages} data-compared={isCompared || undefined}>
        {(isCompared ? pictures : [current]).map((picture) => (
          <Stage
            key={picture.key}
            picture={picture}
            zoom={zoom}
            turn={turns[picture.key] ?? 0}
            isChosen={isCompared && picture === current}
          />
        ))}
      </div>
    </section>
  )
}

/** Zoom, rotation, and side-by-side mode. */
function useStaging(pictures: readonly Picture[], current: Picture | undefined) {
  const [zoom, setZoom] = useState<number>(ZOOM.minimum)
  const [turns, setTurns] = useState<Readonly<Record<string, number>>>({})
  const [isSideBySide, setSideBySide] = useState(() => pictures.every(({ page }) => page === null))
  return {
    zoom,
    zoomBy: (step: number) => setZoom((now) => Math.min(ZOOM.maximum, Math.max(ZOOM.minimum, now + step))),
    turns,
    rotate: () => current && setTurns({ ...turns, [current.key]: ((turns[current.key] ?? 0) + QUARTER_TURN) % 360 }),
    fit(): void {
      setZoom(ZOOM.minimum)
      setTurns({})
    },
    isCompared: isSideBySide && pictures.length > 1,
    compare: () => setSideBySide(!isSideBySide),
  }
}

function usePictureName() {
  const { t } = useTranslation('review')
  return ({ slot, file, page }: Picture): string => {
    const title = t(`slots.${slot as keyof Phrases['review']['slots']}`)
    const name = file === null ? title : t('viewer.file', { title, file })
    return page === null ? name : t('viewer.page', { name, page })
  }
}

/** A picture rotated by a quarter fits the other way round: as wide as the stage is high. */
const sideways = (zoom: number) => ({ width: `${zoom * 100}cqh`, height: `${zoom * 100}cqw` })

interface StageProps {
  picture: Picture
  zoom: number
  turn: number
  isChosen: boolean
}

function Stage({ picture, zoom, turn, isChosen }: StageProps) {
  const { t } = useTranslation('review')
  const name = usePictureName()(picture)
  const url = useObjectUrl(picture.content)
  const { warnings } = picture
  const isSideways = turn % 180 !== 0
  const stage = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was in the middle stays there at each zoom
  useEffect(() => {
    const { current } = stage
    current?.scrollTo((current.scrollWidth - current.clientWidth) / 2, (current.scrollHeight - current.clientHeight) / 2)
  }, [zoom])
  return (
    <figure className={classes.figure} data-chosen={isChosen || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section ref={stage} className={classes.stage} tabIndex={0} aria-label={name}>
        {picture.state === 'loading' && <Loader className={classes.waiting} />}
        {picture.state === 'failed' && (
          <div className={classes.waiting} role="alert">
            <p>{t('viewer.failed')}</p>
            <Button size="xs" variant="default" onClick={picture.retry}>
              {t('viewer.again')}
            </Button>
          </div>
        )}
        {url && (
          <div className={classes.page} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
            <img
              src={url}
              alt={name}
              style={{ transform: `translate(-50%, -50%) rotate(${turn}deg)`, ...(isSideways ? sideways(zoom) : {}) }}
              draggable={false}
            />
            <Watermark />
          </div>
        )}
      </section>
      <figcaption>
        {name}
        {warnings.length > 0 && (
          <span className={classes.warnings}> · {warnings.map((one) => t(`viewer.warnings.${one}`)).join(', ')}</span>
        )}
        {picture.isCut && <span className={classes.warnings}> · {t('viewer.pagesCut', { count: picture.page ?? 0 })}</span>}
      </figcaption>
    </figure>
  )
}

function useObjectUrl(content: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}
