/** A service worker that records the messages posted to it. */
export interface FakeWorker extends EventTarget {
  readonly messages: readonly unknown[];
}

/** A registration whose newer builds a test installs. */
export interface FakeRegistration extends EventTarget {
  /** How often the server was asked for a newer build. */
  readonly updateChecks: number;
  /** The server has a newer build, and the browser installs it. */
  installBuild(): FakeWorker;
  /** The first worker fails to install: the browser leaves the registration without a worker, and rejects its updates. */
  failInstall(): void;
}

/** A `ServiceWorkerContainer` that a test drives; pass `container` to `createAppUpdate`. */
export interface FakeServiceWorkers {
  readonly container: ServiceWorkerContainer;
  readonly registration: FakeRegistration;
  /** The addresses of the scripts that were registered. */
  readonly registeredScripts: readonly string[];
  /** A worker takes control of the page, at the request of this tab or of another one. */
  takeControl(): void;
}

class Worker extends EventTarget implements FakeWorker {
  readonly messages: unknown[] = [];

  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

class Registration extends EventTarget implements FakeRegistration {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;
  updateChecks = 0;

  async update(): Promise<void> {
    this.updateChecks++;
    if (!(this.installing ?? this.waiting ?? this.active)) throw new TypeError('The registration has no worker.');
  }

  failInstall(): void {
    this.installing = this.waiting = this.active = null;
  }

  installBuild(): FakeWorker {
    const worker = new Worker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  }
}

class Container extends EventTarget {
  readonly registration = new Registration();
  readonly registeredScripts: string[] = [];
  controller: Worker | null;
  private readonly isRefusing: boolean;

  constructor(isControlled: boolean, isRefusing: boolean) {
    super();
    this.controller = isControlled ? new Worker() : null;
    this.isRefusing = isRefusing;
  }

  async register(script: unknown): Promise<Registration> {
    if (this.isRefusing) throw new DOMException('The operation is insecure.', 'SecurityError');
    this.registeredScripts.push(String(script));
    this.registration.active ??= new Worker();
    return this.registration;
  }
}

/**
 * Creates the service workers of a page. `controlled`: a worker of an earlier visit serves the page. `refusing`: the
 * browser refuses to register one, as in some private windows.
 */
export function createFakeServiceWorkers({ controlled = true, refusing = false } = {}): FakeServiceWorkers {
  const container = new Container(controlled, refusing);
  return {
    container: container as unknown as ServiceWorkerContainer,
    registration: container.registration,
    registeredScripts: container.registeredScripts,
    takeControl() {
      container.controller = new Worker();
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}
