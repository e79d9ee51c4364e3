/**
 * Inspection of every customer file before it is stored: size, type by content, malware scanner, then the picture is re-encoded or the
 * document's objects are walked (SEC-23, R25).
 */
import type { UploadKind } from '@tunjo/contract/endpoint'
import { kindOf } from '@tunjo/contract/file-kinds'
import { refuse } from '../http/refusal.ts'
import type { Log } from '../observability/log.ts'
import type { Environment } from '../process/settings.ts'
import { readScannerAddress } from './config.ts'
import { createFailureLimit } from './failure-limit.ts'
import { createFairQueue } from './fair-queue.ts'
import { rewriteImage } from './image.ts'
import { createScan } from './malware.ts'
import { cleanName } from './names.ts'
import { inspectPdf } from './pdf.ts'
import { ARRIVING_BYTES_MAX, type InspectedUpload, MEGABYTES, type Uploads } from './types.ts'

export function createUploads({ env, log }: { env: Environment; log: Log }): Uploads {
  const scan = createScan(readScannerAddress(env), log)
  const inTurn = createFairQueue()
  const limitFailures = createFailureLimit()
  return {
    async inspect(content, allowed, { name = '', account = '' } = {}) {
      const kind = allowedKind(content, allowed)
      if (content.length > ARRIVING_BYTES_MAX[kind]) refuse('files.too_large', { maximumMb: MEGABYTES(ARRIVING_BYTES_MAX[kind]) })
      return inTurn(account, () =>
        limitFailures(account, async () => {
          await scan(content)
          return INSPECT[kind](content, cleanName(name))
        }),
      )
    },
  }
}

function allowedKind(content: Buffer, allowed: readonly UploadKind[]): UploadKind {
  const kind = kindOf(content)
  if (kind === 'heic' && allowed.includes('image')) refuse('files.heic_not_supported')
  if (kind === 'heic' || kind === 'other' || !allowed.includes(kind))
    refuse('files.type_not_allowed', { allowed: [...allowed].sort().join() })
  return kind
}

const INSPECT: Record<UploadKind, (content: Buffer, originalName: string) => Promise<InspectedUpload>> = {
  async image(given, originalName) {
    const { content, facts } = await rewriteImage(given)
    return { kind: 'image', mediaType: 'image/jpeg', content, originalName, image: facts, pages: null }
  },
  async pdf(content, originalName) {
    const { pages } = await inspectPdf(content)
    return { kind: 'pdf', mediaType: 'application/pdf', content, originalName, image: null, pages }
  },
}
