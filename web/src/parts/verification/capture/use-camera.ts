/** Open and close the camera, and take the picture at the sensor's resolution, not the preview's. */
import { useEffect, useRef, useState } from 'react'
import type { Subject } from './picture-wanted.ts'
import { jpegOf } from './prepare-picture.ts'

export type CameraState = 'starting' | 'ready' | 'denied' | 'none' | 'failed'

declare global {
  // Supported by mobile browsers, but missing in the types.
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

export function useCamera(subject: Subject) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [isTorchOn, setTorchOn] = useState(false)

  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    open(subject)
      .then(async (opened) => {
        stream = opened
        if (isOver || !video.current) return stop(opened)
        video.current.srcObject = opened
        await video.current.play()
        setTrack(opened.getVideoTracks()[0] ?? null)
        setState('ready')
      })
      .catch((error: unknown) => !isOver && setState(stateOf(error)))
    return () => {
      isOver = true
      stop(stream)
    }
  }, [subject])

  const capabilities = track?.getCapabilities?.()
  async function toggleTorch(): Promise<void> {
    await track?.applyConstraints({ advanced: [{ torch: !isTorchOn }] })
    setTorchOn(!isTorchOn)
  }

  async function shoot(): Promise<File | null> {
    const view = video.current
    if (!view || view.videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    canvas.width = view.videoWidth
    canvas.height = view.videoHeight
    canvas.getContext('2d')?.drawImage(view, 0, 0)
    return jpegOf(canvas, subject === 'face' ? 'selfie.jpg' : 'documento.jpg')
  }

  return { video, state, shoot, torch: capabilities?.torch ? { isOn: isTorchOn, toggle: () => void toggleTorch() } : null }
}

function open(subject: Subject): Promise<MediaStream> {
  // Absent on pages without https.
  if (!navigator.mediaDevices?.getUserMedia) return Promise.reject(new DOMException('no camera here', 'NotFoundError'))
  const facingMode = subject === 'face' ? 'user' : 'environment'
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode, width: { ideal: 2560 }, height: { ideal: 1440 } } })
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function stateOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}
