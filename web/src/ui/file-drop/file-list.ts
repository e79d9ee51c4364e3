/** Files of a drop zone and their progress. */
import type { FileProblem, FileRules } from './file-check.ts'

/** Phase of an upload; only a resumable upload has a phase other than `sending`. */
export type SendingPhase = 'queued' | 'sending' | 'waiting' | 'resuming' | 'checking'

export interface ListedFile {
  id: string
  file: File
  state: 'sending' | 'done' | 'failed' | 'refused'
  /** Whole percentage sent. */
  percent: number
  phase: SendingPhase
  problem: FileProblem | null
  /** Server's reason for a failed upload. */
  reason: string | null
}

export interface FileListState {
  files: readonly ListedFile[]
  /** True when files were left out because the list was full. */
  isOverfull: boolean
}

export type FileListAction =
  | { type: 'add'; files: readonly { id: string; file: File; problem: FileProblem | null }[]; rules: FileRules }
  | { type: 'progress'; id: string; percent: number }
  | { type: 'phase'; id: string; phase: SendingPhase }
  | { type: 'failed'; id: string; reason?: string | null }
  | { type: 'done' | 'retry' | 'remove'; id: string }

export const NO_FILES: FileListState = { files: [], isOverfull: false }

export function fileListReducer(state: FileListState, action: FileListAction): FileListState {
  switch (action.type) {
    case 'add':
      return added(state, action)
    case 'progress':
      return changed(state, action.id, (file) => (file.state === 'sending' ? { percent: Math.max(file.percent, action.percent) } : {}))
    case 'phase':
      return changed(state, action.id, (file) => (file.state === 'sending' ? { phase: action.phase } : {}))
    case 'done':
      return changed(state, action.id, () => ({ state: 'done', percent: 100 }))
    case 'failed':
      return changed(state, action.id, () => ({ state: 'failed', reason: action.reason ?? null }))
    case 'retry':
      return changed(state, action.id, () => ({ state: 'sending', percent: 0, phase: 'sending', reason: null }))
    case 'remove':
      return { files: state.files.filter(({ id }) => id !== action.id), isOverfull: false }
  }
}

/** Refused files are shown with their reason but do not count towards the limit. */
const counted = (files: readonly ListedFile[]): number => files.filter(({ state }) => state !== 'refused').length

function added(state: FileListState, { files, rules }: Extract<FileListAction, { type: 'add' }>): FileListState {
  let room = rules.filesMax - counted(state.files)
  let isOverfull = false
  const listed: ListedFile[] = []
  for (const { id, file, problem } of files) {
    if (problem) listed.push({ id, file, state: 'refused', percent: 0, phase: 'sending', problem, reason: null })
    else if (room > 0) {
      room -= 1
      listed.push({ id, file, state: 'sending', percent: 0, phase: 'sending', problem, reason: null })
    } else isOverfull = true
  }
  const kept = state.files.filter(({ state: was }) => was !== 'refused')
  return { files: [...kept, ...listed], isOverfull }
}

function changed(state: FileListState, id: string, change: (file: ListedFile) => Partial<ListedFile>): FileListState {
  return { ...state, files: state.files.map((file) => (file.id === id ? { ...file, ...change(file) } : file)) }
}
