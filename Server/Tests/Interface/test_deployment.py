# The manifests for Kubernetes are valid and consistent, and start programs with options that exist.

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import kubernetes_validate
import yaml

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Deployment"
PROGRAM = os.environ.get("STOREFRONT_PROGRAM")
# The oldest supported version, and the newest one that the package knows.
VERSIONS = ["1.29", kubernetes_validate.latest_version()]


def labels_fit(selector, labels):
    return selector.items() <= labels.items()


class DeploymentTests(unittest.TestCase):
    def setUp(self):
        self.manifests = {file.name: list(yaml.safe_load_all(file.read_text())) for file in FOLDER.glob("kubernetes*.yaml")}
        self.assertEqual(set(self.manifests), {"kubernetes.yaml", "kubernetes-shards.yaml"})

    def pods(self):
        """The name of the file and each resource that makes pods."""
        for name, resources in self.manifests.items():
            yield from ((name, one) for one in resources if one["kind"] in ("StatefulSet", "Deployment"))

    def commands(self):
        for _, one in self.pods():
            spec = one["spec"]["template"]["spec"]
            yield from ((one, container) for container in spec.get("initContainers", []) + spec["containers"])

    def test_manifests_are_valid(self):
        for name, resources in self.manifests.items():
            names = [(one["kind"], one["metadata"]["name"]) for one in resources]
            self.assertEqual(len(set(names)), len(names), name)
            for resource in resources:
                for version in VERSIONS:
                    kubernetes_validate.validate(resource, version, strict=True)

    def test_selectors_and_ports_lead_to_pods(self):
        for name, resources in self.manifests.items():
            templates = [one["spec"]["template"] for file, one in self.pods() if file == name]
            for one in resources:
                spec = one["spec"]
                selector = spec.get("podSelector", spec.get("selector", {}))
                selector = selector.get("matchLabels", selector)
                chosen = [each for each in templates if labels_fit(selector, each["metadata"]["labels"])]
                self.assertTrue(chosen, (name, one["metadata"]["name"]))
                ports = {port["name"] for each in chosen for port in each["spec"]["containers"][0]["ports"]}
                if one["kind"] == "Service":
                    self.assertLessEqual({port["targetPort"] for port in spec["ports"]}, ports)
                if one["kind"] == "NetworkPolicy":
                    self.assertLessEqual({port["port"] for rule in spec["ingress"] for port in rule["ports"]}, ports)
                if one["kind"] == "StatefulSet":
                    self.assertIn(("Service", spec["serviceName"]), [(each["kind"], each["metadata"]["name"]) for each in resources])

    def test_each_set_of_pods_has_a_budget_probes_and_resources(self):
        for name, one in self.pods():
            labels = one["spec"]["template"]["metadata"]["labels"]
            budgets = [
                each for each in self.manifests[name]
                if each["kind"] == "PodDisruptionBudget" and labels_fit(each["spec"]["selector"]["matchLabels"], labels)
            ]  # fmt: skip
            self.assertEqual(len(budgets), 1, one["metadata"]["name"])
            container = one["spec"]["template"]["spec"]["containers"][0]
            self.assertLessEqual({"startupProbe", "readinessProbe", "livenessProbe", "resources", "securityContext"}, set(container))

    def test_shards_know_their_numbers(self):
        sets = [one for name, one in self.pods() if name == "kubernetes-shards.yaml" and one["kind"] == "StatefulSet"]
        routers = [one for _, one in self.pods() if one["kind"] == "Deployment"]
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "lsearchd")
            program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
            program.chmod(0o755)
            for number, one in enumerate(sets, 1):
                container = one["spec"]["template"]["spec"]["containers"][0]
                variables = {each["name"]: each["value"] for each in container["env"] if "value" in each}
                self.assertEqual(variables["SHARDS"], str(len(sets)))
                environment = {**variables, "POD": one["metadata"]["name"] + "-0", "PATH": f"{folder}:/usr/bin:/bin"}
                output = subprocess.run(container["command"], env=environment, check=True, capture_output=True, text=True).stdout
                self.assertEqual(output.splitlines()[0], f"--shard={number}/{len(sets)}")
                self.assertEqual(output.splitlines()[1:], container["command"][4:])
        services = {one["metadata"]["name"]: one for one in self.manifests["kubernetes-shards.yaml"] if one["kind"] == "Service"}
        for one in routers:
            command = one["spec"]["template"]["spec"]["containers"][0]["command"]
            addresses = next(each for each in command if each.startswith("--router=")).removeprefix("--router=").split(",")
            found = [re.fullmatch(r"http://([a-z0-9-]+):(\d+)", address).groups() for address in addresses]
            self.assertEqual(len(found), len(sets))
            for (host, port), each in zip(found, sets, strict=True):
                self.assertEqual(services[host]["spec"]["ports"][0]["port"], int(port))
                self.assertTrue(labels_fit(services[host]["spec"]["selector"], each["spec"]["template"]["metadata"]["labels"]))

    @unittest.skipUnless(PROGRAM, "STOREFRONT_PROGRAM does not name lsearchd")
    def test_programs_have_the_options(self):
        text = subprocess.run([PROGRAM, "--help"], check=True, capture_output=True, text=True).stdout
        known = set(re.findall(r"--[a-z-]+", text))
        for one, container in self.commands():
            used = {option.partition("=")[0] for option in container["command"] if option.startswith("--")}
            self.assertLessEqual(used, known, one["metadata"]["name"])


if __name__ == "__main__":
    unittest.main()
