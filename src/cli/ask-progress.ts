import { SingleBar } from "cli-progress";

/** Shows a discovery's progress: a bar with the newest message on a terminal, a line for each phase elsewhere, nothing with `--json`. */
export interface ProgressDisplay {
  show(entry: { phase: string; message: string; progress: number }): void;
  end(): void;
}

function barDisplay(): ProgressDisplay {
  const bar = new SingleBar({
    format: "[{bar}] {percentage} %  {message}",
    hideCursor: true,
    stream: process.stderr,
    clearOnComplete: true,
    barsize: 24,
  });
  bar.start(100, 0, { message: "" });
  return {
    show({ message, progress }) {
      const room = Math.max(20, (process.stderr.columns ?? 100) - 36);
      bar.update(Math.round(progress * 100), {
        message: message.length > room ? `${message.slice(0, room - 1)}…` : message,
      });
    },
    end: () => bar.stop(),
  };
}

function lineDisplay(): ProgressDisplay {
  let last = "";
  return {
    show({ phase, message }) {
      // Judging reports every batch; as plain lines, one for each phase is enough.
      if (phase === last && phase === "JUDGING") return;
      last = phase;
      process.stderr.write(`  ${phase.toLowerCase().padEnd(10)} ${message}\n`);
    },
    end() {},
  };
}

export function progressDisplay({ json }: { json: boolean }): ProgressDisplay {
  if (json) return { show() {}, end() {} };
  return process.stderr.isTTY ? barDisplay() : lineDisplay();
}
