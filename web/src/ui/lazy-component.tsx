/**
 * Lazy component: a part of a page whose code is loaded on use. When the load fails (no connection, or a newer version was deployed) the
 * part shows a failure in its place with a retry: the page around it stays.
 */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { PartBoundary } from './part-boundary.tsx'
import { PartDialog, PartInline } from './part-failure.tsx'
import { dropFailedStyles } from './part-styles.ts'

interface PartOptions<Props> {
  /** Placeholder meanwhile. */
  waiting?: ReactNode
  /** For a part that opens over the page: its failure is shown as a dialog too, and is closed with this. */
  dialog?: { close: (props: Props) => void; isOpen?: (props: Props) => boolean }
  /** Optional content: the page shows no failure for it. */
  isOptional?: boolean
}

/** `preload` loads the code before it is needed, as a connection may be missing later. */
type Part<Props> = ComponentType<Props> & { preload: () => void }

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one download and what is shown meanwhile; the parts share whether it failed
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, dialog, isOptional = false }: PartOptions<Props> = {},
): Part<Props> {
  let hasFailed = false
  let isHere = false
  async function bring(): Promise<ComponentType<Props>> {
    // A browser may cache a failed load of code until the page is reloaded: without a network it is better not to try.
    if (!isHere && !navigator.onLine) throw new Error('There is no network to fetch code.')
    const content = await load()
    isHere = true
    return content
  }
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await bring() }
      } catch (error) {
        hasFailed = true
        throw new CodeMissing(error)
      }
    })
  let Content = begin()
  /** A failed lazy component would stay failed permanently. */
  const renew = () => {
    if (!hasFailed) return
    hasFailed = false
    Content = begin()
  }
  async function tryAgain(): Promise<boolean> {
    const isThere = await bring().then(
      () => true,
      () => false,
    )
    if (isThere) renew()
    return isThere
  }
  dropFailedStyles()

  function Part(props: Props) {
    return (
      <PartBoundary
        isMissing={(error) => error instanceof CodeMissing}
        isShown={dialog?.isOpen?.(props) ?? true}
        renew={renew}
        instead={(again) => {
          if (isOptional) return null
          if (dialog) return <PartDialog tryAgain={tryAgain} onThere={again} onClose={() => dialog.close(props)} />
          return <PartInline tryAgain={tryAgain} onThere={again} />
        }}
      >
        {() => (
          <Suspense fallback={waiting}>
            <Content {...props} />
          </Suspense>
        )}
      </PartBoundary>
    )
  }
  return Object.assign(Part, { preload: () => void bring().catch(() => undefined) })
}

class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('The code of this part did not arrive.', { cause })
  }
}
