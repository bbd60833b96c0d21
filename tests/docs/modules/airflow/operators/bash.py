import subprocess


class BashOperator:
    def __init__(self, *, task_id, bash_command, retries):
        subprocess.run(["bash", "-c", bash_command], check=True)
