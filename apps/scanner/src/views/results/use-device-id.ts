import { useEffect, useState } from 'react';
import { useApp } from '../../services/app-context.ts';

/** The id of this device; `null` until known. */
export function useDeviceId(): string | null {
  const { device } = useApp();
  const [deviceId, setDeviceId] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void device.getDeviceId().then((id) => gone || setDeviceId(id));
    return () => {
      gone = true;
    };
  }, [device]);
  return deviceId;
}
