import { type ReactNode, useEffect, useRef } from 'react';
import type { BarcodeRead, BarcodeReader, Camera, CameraState, FrameReport } from '../index.ts';
import { useCameraState } from './use-snapshot.ts';

/** Props of a viewfinder. */
export interface BarcodeViewfinderProps {
  readonly camera: Camera;
  readonly reader: BarcodeReader;
  /** Called once for every code that comes into view. */
  readonly onRead: (read: BarcodeRead) => void;
  /** Called after every frame that was decoded, for hints and diagnostics. */
  readonly onFrame?: (report: FrameReport) => void;
  /**
   * While true the picture continues and nothing is read. A function is called at each frame and each read.
   * @default false
   */
  readonly paused?: boolean | (() => boolean);
  /** While true the camera stays open after the viewfinder unmounts; its owner closes it. @default false */
  readonly keepCameraOpen?: boolean;
  /** The accessible name of the video. @default 'Camera' */
  readonly videoLabel?: string;
  /** Drawn over the picture outside the window. @default a dimmed area around a clear window */
  readonly mask?: ReactNode;
  /** Drawn in the window. @default an empty frame */
  readonly window?: ReactNode;
  /** Drawn over everything: hints, controls, a verdict. A function is called with the camera's state. */
  readonly overlay?: ReactNode | ((state: CameraState) => ReactNode);
  /** Classes of the outermost element, beside its own. @default none */
  readonly className?: string;
}

/**
 * The camera's picture with a window to aim with; opens the camera when it mounts and reads while it is mounted.
 *
 * @example
 * <BarcodeViewfinder camera={camera} reader={reader} onRead={(read) => check(read.text)} overlay={<Hint />} />
 */
export function BarcodeViewfinder(props: BarcodeViewfinderProps) {
  const { camera, reader, overlay } = props;
  const state = useCameraState(camera);
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const detach = camera.attach(element);
    const stop = reader.watch(element, (read) => latest.current.onRead(read), {
      pollPaused() {
        const { paused = false } = latest.current;
        return typeof paused === 'function' ? paused() : paused;
      },
      onFrame: (report) => latest.current.onFrame?.(report),
    });
    return () => {
      stop();
      detach();
    };
  }, [camera, reader]);

  useEffect(() => {
    void camera.open();
    return () => {
      if (latest.current.keepCameraOpen !== true) camera.close();
    };
  }, [camera]);

  return (
    <div className={`stx-viewfinder${props.className ? ` ${props.className}` : ''}`} data-status={state.status}>
      <video ref={video} className="stx-viewfinder-video" aria-label={props.videoLabel ?? 'Camera'} muted playsInline />
      {props.mask ?? <div className="stx-viewfinder-mask" aria-hidden="true" />}
      <div className="stx-viewfinder-window" aria-hidden={props.window === undefined ? true : undefined}>
        {props.window}
      </div>
      <div className="stx-viewfinder-overlay">{typeof overlay === 'function' ? overlay(state) : overlay}</div>
    </div>
  );
}
